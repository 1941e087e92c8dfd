// The screens, in the order of their links.

import { coins } from "./coins";
import type { Screen } from "./screen";

export const screens: Screen[] = [coins];
