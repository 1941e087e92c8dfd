export declare function strace<T extends object>(imports: T, no_trace: Array<string | symbol>): T;
