package rankers

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"settle/internal/unfused"
)

// irt is the two-parameter logistic model of item response (Birnbaum 1968). A trial of
// model i on question m is a success with probability 1/(1 + e^−z), where z = a_m·(θ_i
// − b_m). The score is the posterior mean of the ability θ.
//
// Abilities have a standard normal prior. Discriminations a and difficulties b maximize
// the marginal posterior. Their priors are log a ~ N(0, ½²) and b ~ N(0, 3²), so that
// both are finite even for questions that no model or every model solves. The search
// starts from identical questions (a = 1, b = 0). If there are several maxima, it need
// not find the highest.
//
// The maximum is found by the EM algorithm of Bock and Aitkin (1981), with two changes
// that make it converge fast for any number of trials. First, the nodes of each model
// lie around the mode of its posterior and are scaled to its width (adaptive
// Gauss–Hermite quadrature). Fixed nodes would be too far apart with more than a few
// trials. Second, each step also shifts and scales all abilities and difficulties
// together by the optimal amounts (parameter expansion, Liu, Rubin and Wu 1998). EM
// alone takes thousands of steps to do this.
//
// A graded outcome counts as a fraction of a success: 0 for the lowest weight of a
// category, 1 for the highest, and in proportion in between.
type irt struct {
	models, questions int

	successes, trials []float64 // by model, then question

	logA, a, b []float64 // by question

	mode, spread   []float64 // mode and spread of each model's posterior
	mean, variance []float64
	last           []float64 // posterior means after the previous step

	chances []float64 // p by model, node and question
	weights []float64 // weights of the nodes of all models; each model's weights add up to 1
	at      []float64 // θ of the nodes of all models

	slopes, curves []float64 // by question: 2 derivatives with respect to log a and b, and 3 second derivatives
}

const (
	irtNodes = 11   // with 21 nodes instead, an ability changes by less than 10⁻⁶
	irtClose = 1e-7 // stop if a step changes no ability by more
	irtSteps = 3000
	irtBold  = 50

	// irtTrials is the largest number of trials of a question that is used, also for the
	// limit of infinitely many. So many trials determine a probability to within half a
	// percent. With more trials, posteriors become so narrow that they can be found only
	// on boards that fit the model.
	irtTrials = 10_000

	precisionA = 4       // prior precision of log a
	precisionB = 1.0 / 9 // prior precision of b
)

// nodes and logWeights hold the nodes of Gauss–Hermite quadrature for the standard
// normal density, and the logarithms of weight divided by density. Both are rounded to
// 12 decimals, so that they are the same on every processor.
var nodes, logWeights = func() (x, w []float64) {
	x, w = make([]float64, irtNodes), make([]float64, irtNodes)
	quad.Hermite{}.FixedLocations(x, w, math.Inf(-1), math.Inf(1))
	for i := range x {
		w[i] = math.Round(1e12*(math.Log(w[i])+float64(x[i]*x[i]))) / 1e12
		x[i] = math.Round(1e12*math.Sqrt2*x[i]) / 1e12
	}
	return x, w
}()

func newIRT() method { return &irt{} }

var errWorthless = errors.New("all categories have the same weight")

func (m *irt) rank(b *board, scores []float64, keys []uint64) error {
	m.reshape(b)
	if err := m.take(b); err != nil {
		return err
	}
	if err := m.fit(); err != nil {
		return err
	}
	copy(scores, m.mean)
	rankWithin(scores, tolerance, 1, keys)
	return nil
}

func (m *irt) reshape(b *board) {
	if m.models == b.models && m.questions == b.questions {
		return
	}
	m.models, m.questions = b.models, b.questions
	vector := func(n int) []float64 { return make([]float64, n) }
	m.successes, m.trials = vector(b.models*b.questions), vector(b.models*b.questions)
	m.logA, m.a, m.b = vector(b.questions), vector(b.questions), vector(b.questions)
	m.mode, m.spread, m.mean, m.variance = vector(b.models), vector(b.models), vector(b.models), vector(b.models)
	m.last = vector(b.models)
	m.chances = vector(b.models * irtNodes * b.questions)
	m.weights, m.at = vector(b.models*irtNodes), vector(b.models*irtNodes)
	m.slopes, m.curves = vector(2*b.questions), vector(3*b.questions)
}

// take reads the successes and trials of a board. Graded outcomes count as fractions of
// a success. take resets all questions to a = 1 and b = 0.
func (m *irt) take(b *board) error {
	var low, high int64
	for _, unit := range b.units[:b.top] {
		low, high = min(low, unit), max(high, unit)
	}
	if low == high {
		return errWorthless
	}
	for i, worth := range b.worth {
		n := float64(b.trials[i])
		m.trials[i] = min(n, irtTrials)
		m.successes[i] = float64(worth-low*b.trials[i]) / float64(high-low)
		if n > irtTrials {
			m.successes[i] *= irtTrials / n
		}
	}
	for q := range m.b {
		m.logA[q], m.a[q], m.b[q] = 0, 1, 0
	}
	for i := range m.mode {
		m.mode[i], m.last[i] = 0, math.Inf(1)
	}
	return nil
}

// fit runs the EM algorithm until the abilities of the models converge.
func (m *irt) fit() error {
	for step := range irtSteps {
		size := 0.0
		for i, last := range m.last {
			m.center(i)
			m.updateAbility(i)
			size = max(size, math.Abs(m.mean[i]-last))
		}
		copy(m.last, m.mean)
		if size < irtClose {
			return nil
		}
		m.learn(step)
		m.expand()
	}
	return errUnsolved
}

// center finds the mode of the posterior of model i's ability, and the posterior's
// spread at the mode. It uses Newton's method from the previous mode. There is only one
// mode, because the posterior is log-concave.
func (m *irt) center(i int) {
	theta := m.mode[i]
	row, trials := m.successes[i*m.questions:(i+1)*m.questions], m.trials[i*m.questions:(i+1)*m.questions]
	var precision float64
	for range mostSteps {
		slope, steepest := -theta, 0.0
		precision = 1
		for q, a := range m.a {
			p := logistic(a * (theta - m.b[q]))
			slope += float64(a * (row[q] - float64(trials[q]*p)))
			precision += float64(a * a * trials[q] * p * (1 - p))
			steepest = max(steepest, a)
		}
		step := slope / precision
		if d := float64(math.Abs(step) * steepest); d > 1 { // see strengths
			step = float64(step * unfused.Log(1+d) / d)
		}
		theta += step
		if float64(step*step*precision) < 1e-4 { // a hundredth of the spread
			break
		}
	}
	m.mode[i], m.spread[i] = theta, 1/math.Sqrt(precision)
}

// logistic returns 1/(1 + e^−z).
func logistic(z float64) float64 { return 1 / (1 + unfused.Exp(-z)) }

// updateAbility computes the mean and variance of a model's ability under its
// posterior, and the weights of its quadrature nodes.
func (m *irt) updateAbility(i int) {
	weights, at := m.weights[i*irtNodes:(i+1)*irtNodes], m.at[i*irtNodes:(i+1)*irtNodes]
	highest := math.Inf(-1)
	for j, x := range nodes {
		theta := m.mode[i] + float64(m.spread[i]*x)
		at[j] = theta
		weights[j] = logWeights[j] - float64(0.5*theta*theta) + m.logLikelihood(i, j)
		highest = max(highest, weights[j])
	}
	var sum, mean, variance float64
	for j, w := range weights {
		weights[j] = unfused.Exp(w - highest)
		sum += weights[j]
	}
	for j := range weights {
		weights[j] /= sum
		mean += float64(weights[j] * nodes[j])
	}
	for j, w := range weights {
		d := nodes[j] - mean
		variance += float64(w * d * d)
	}
	m.mean[i] = m.mode[i] + float64(m.spread[i]*mean)
	m.variance[i] = m.spread[i] * m.spread[i] * variance
}

// logLikelihood returns the log-likelihood of all outcomes of model i if its ability is
// at the given quadrature node. It also stores the probabilities of success at this
// ability.
func (m *irt) logLikelihood(i, node int) float64 {
	n := m.questions
	theta := m.at[i*irtNodes+node]
	chances := m.chances[(i*irtNodes+node)*n:][:n]
	row, trials := m.successes[i*n:(i+1)*n], m.trials[i*n:(i+1)*n]
	var sum float64
	product, last := 1.0, trials[0] // Σ n·ln(1 + e^−|z|), with as few logarithms as possible
	for q, a := range m.a {
		z := a * (theta - m.b[q])
		e := unfused.Exp(-math.Abs(z))
		p := 1 / (1 + e)
		if z > 0 {
			sum -= float64((trials[q] - row[q]) * z)
		} else {
			sum += float64(row[q] * z)
			p = e * p
		}
		chances[q] = p
		if trials[q] != last || product > 1e300 {
			sum -= float64(last * unfused.Log(product))
			product, last = 1, trials[q]
		}
		product *= 1 + e
	}
	return sum - float64(last*unfused.Log(product))
}

// learn moves the parameters log a and b of each question by one step of Newton's
// method, towards the maximum of the expected posterior. After irtBold steps it moves
// only half as far, because full steps oscillate on some boards.
func (m *irt) learn(step int) {
	clear(m.slopes)
	clear(m.curves)
	n := m.questions
	for i := range m.models {
		row, trials := m.successes[i*n:(i+1)*n], m.trials[i*n:(i+1)*n]
		for j := range irtNodes {
			weight, theta := m.weights[i*irtNodes+j], m.at[i*irtNodes+j]
			if weight < 1e-12 {
				continue
			}
			for q, p := range m.chances[(i*irtNodes+j)*n:][:n] {
				z := m.a[q] * (theta - m.b[q])
				gain := float64(weight * (row[q] - float64(trials[q]*p)))
				curve := float64(weight * trials[q] * p * (1 - p))
				m.slopes[2*q] += float64(gain * z)
				m.slopes[2*q+1] -= gain
				m.curves[3*q] += float64(curve * z * z)
				m.curves[3*q+1] -= float64(curve * z)
				m.curves[3*q+2] += curve
			}
		}
	}
	boldness := 1.0
	if step > irtBold {
		boldness = 0.5
	}
	for q := range n {
		m.move(q, boldness)
	}
}

// move changes the parameters log a and b of question q by one step of Newton's method,
// multiplied by boldness. A long step is shortened. Where the posterior is not concave,
// the step uses the expected curvature instead of the observed one.
func (m *irt) move(q int, boldness float64) {
	a, s, c := m.a[q], m.slopes[2*q:], m.curves[3*q:]
	slopeA, slopeB := s[0]-float64(precisionA*m.logA[q]), float64(a*s[1])-float64(precisionB*m.b[q])
	curveB := float64(a*a*c[2]) + precisionB
	curveA, both := c[0]+precisionA-s[0], a*(c[1]-s[1])
	determinant := float64(curveA*curveB) - float64(both*both)
	if !(curveA > 0 && determinant > 0.1*curveA*curveB) {
		curveA, both = c[0]+precisionA+max(0, -s[0]), a*c[1]
		determinant = float64(curveA*curveB) - float64(both*both)
	}
	stepA := (float64(curveB*slopeA) - float64(both*slopeB)) / determinant
	stepB := (float64(curveA*slopeB) - float64(both*slopeA)) / determinant
	if d := float64(2*math.Abs(stepA)) + float64(a*math.Abs(stepB)); d > 1 {
		part := unfused.Log(1+d) / d
		stepA, stepB = stepA*part, stepB*part
	}
	m.logA[q] += float64(boldness * stepA)
	m.b[q] += float64(boldness * stepB)
	m.a[q] = unfused.Exp(m.logA[q])
}

// expand shifts abilities and difficulties by −μ, divides them by σ, and multiplies
// discriminations by σ. This changes no probability. The expected posterior of the L
// models is then largest if μ is a weighted mean of abilities and difficulties, and s =
// ln σ minimizes
//
//	L·s + e^−2s·(Σ E(θ − μ)² + Σ (b − μ)²/9)/2 + 2·Σ (log a + s)².
func (m *irt) expand() {
	var sum float64
	for _, mean := range m.mean {
		sum += mean
	}
	for _, b := range m.b {
		sum += float64(precisionB * b)
	}
	mu := sum / (float64(m.models) + float64(precisionB*float64(m.questions)))
	var squares, logs float64
	for i, mean := range m.mean {
		d := mean - mu
		squares += m.variance[i] + float64(d*d)
	}
	for q, b := range m.b {
		d := b - mu
		squares += float64(precisionB * d * d)
		logs += m.logA[q]
	}
	s := m.stretch(squares, logs)
	sigma := unfused.Exp(s)
	for i := range m.mode {
		m.mode[i] = (m.mode[i] - mu) / sigma
	}
	for q := range m.b {
		m.b[q] = (m.b[q] - mu) / sigma
		m.logA[q] += s
		m.a[q] = unfused.Exp(m.logA[q])
	}
}

// stretch returns the value of s that minimizes the sum in the comment on m.expand. Its
// arguments are the term of this sum in parentheses, and Σ log a. The sum is convex in
// s, and stretch uses Newton's method.
func (m *irt) stretch(squares, logs float64) float64 {
	s, n := 0.0, float64(m.questions)
	for range 3 {
		shrunk := float64(squares * unfused.Exp(-2*s))
		slope := float64(m.models) - shrunk + float64(precisionA*(logs+float64(n*s)))
		step := slope / (float64(2*shrunk) + float64(precisionA*n))
		s -= max(-1, min(1, step))
	}
	return s
}
