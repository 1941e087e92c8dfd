package figures

import (
	"image/color"
	"math"
)

// rampDark is the dark end of ramp in OKLab (Ottosson 2020, "A perceptual color space for image
// processing"): a deep blue.
var rampDark = [3]float64{0.36, -0.021, -0.118}

// ramp returns the colour at position v of a ramp from white at 0 to dark blue at 1.
// The ramp is a straight line in OKLab, so that equal steps of v look equally large.
func ramp(v float64) color.NRGBA {
	v = min(max(v, 0), 1)
	return fromOKLab(1-v*(1-rampDark[0]), v*rampDark[1], v*rampDark[2])
}

// inkOn returns a text colour that is legible on the colour ramp(v).
func inkOn(v float64) color.Color {
	if v > 0.675 {
		return color.White
	}
	return color.Black // ink is too pale for the middle of the ramp
}

// fromOKLab converts a colour from OKLab to sRGB, using the matrices that define OKLab.
func fromOKLab(lightness, a, b float64) color.NRGBA {
	cube := func(x float64) float64 { return x * x * x }
	l := cube(lightness + 0.3963377774*a + 0.2158037573*b)
	m := cube(lightness - 0.1055613458*a - 0.0638541728*b)
	s := cube(lightness - 0.0894841775*a - 1.2914855480*b)
	return color.NRGBA{
		R: fromLinear(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		G: fromLinear(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		B: fromLinear(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		A: 0xff,
	}
}

// fromLinear applies the transfer function of sRGB (IEC 61966-2-1) to a linear
// component and rounds it to 8 bits.
func fromLinear(v float64) uint8 {
	v = min(max(v, 0), 1)
	if v <= 0.0031308 {
		v *= 12.92
	} else {
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return uint8(math.Round(255 * v))
}
