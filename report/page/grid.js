
// ---- Questions and models: a map of the mean outcomes, with one row per question and one column
// per model. Only the visible part is drawn, so that a map of any size responds at once.
//
// Elements that it adds, for styles and tests (none of them prints):
//   .grid             .grid-tools, .grid-map, .grid-read, .grid-key, .grid-cell
//   .grid-tools       select.sort-by, select.first, select.second, input[type=search], output
//   .grid-map         [role=slider] over a canvas; aria-valuetext describes the cell; arrow keys, Page Up
//                     and Down, Home and End move, Enter and a click show the outcomes
//   .grid-cell        result of a click: p[role=status], ol.trials > li of ✓, ✗ or a category
//   tr.chosen         table rows of the model of that cell

const gridRow = 18, leastColumn = 5, mostColumn = 48, pageOfRows = 10;
const sortings = {hard: 'hardest first', easy: 'easiest first', pair: 'largest gap of the pair first', board: 'board order'};

// boardOf reads a packed board: a line of JSON, then the trials of each model and question. trials
// returns these, or null if only counts are known; counts returns the number of trials in each category.
async function boardOf(id) {
  const bytes = new Uint8Array(await unpacked(id).arrayBuffer()), end = bytes.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))), body = bytes.subarray(end + 1);
  const questions = head.questions.length, cells = head.models.length * questions;
  const number = at => body[2 * at] + 256 * body[2 * at + 1], ends = head.trials ? null : new Uint32Array(cells + 1);
  for (let i = 0; ends && i < cells; i++) ends[i + 1] = ends[i] + number(i);
  function trials(model, question) {
    const i = model * questions + question, first = 2 * cells;
    if (head.counts) return null;
    return ends ? body.subarray(first + ends[i], first + ends[i + 1]) : body.subarray(i * head.trials, (i + 1) * head.trials);
  }
  function counts(model, question) {
    const found = new Array(head.top + 1).fill(0), at = (model * questions + question) * head.top;
    if (head.counts) for (let j = 1; j <= head.top; j++) found[j] = number(at + j - 1);
    else for (const category of trials(model, question)) found[category]++;
    if (head.counts) found[0] = head.trials - found.reduce((a, b) => a + b);
    return found;
  }
  return {trials, counts, top: head.top};
}

const meanOf = values => values.reduce((a, b) => a + b, 0) / values.length;
const known = values => values.filter(v => !Number.isNaN(v));

// enhanceGrid fills the element of a map.
async function enhanceGrid(place) {
  const {models, questions, order, weights} = JSON.parse(document.getElementById(place.dataset.from + '-names').textContent);
  const board = await boardOf(place.dataset.from), binary = board.top === 1 && weights[0] === 0 && weights[1] === 1;
  const means = models.map((_, m) => Float64Array.from(questions, (_, q) => {
    const counts = board.counts(m, q);
    return counts.reduce((sum, n, j) => sum + n * weights[j], 0) / counts.reduce((a, b) => a + b);
  }));
  const difficulty = questions.map((_, q) => meanOf(known(means.map(row => row[q]))));
  const scores = means.map(row => meanOf(known([...row])));
  const [low, best] = [Math.min(...weights), Math.max(...weights)];
  let columns = order, rows = [], at = [0, 0], pointed = null, chosen = null, pair = [order[0], order[1] ?? order[0]];

  const option = (name, value) => new Option(name, value);
  const sortBy = make('select', {class: 'sort-by', 'aria-label': 'Order of the questions'}, ...Object.entries(sortings).map(([k, name]) => option(name, k)));
  const selects = ['first', 'second'].map(name => make('select', {class: name, 'aria-label': `The ${name} model of the pair`}, ...order.map(m => option(models[m], m))));
  const search = make('input', {type: 'search', 'aria-label': 'Search all questions', placeholder: 'Search questions'}), found = make('output');
  const canvas = make('canvas', {'aria-hidden': true}), space = make('div', {class: 'grid-space'});
  const map = make('div', {class: 'grid-map', role: 'slider', tabindex: 0, 'aria-label': 'Map of questions and models; Enter shows the outcomes',
    'aria-valuemin': 0, 'aria-valuenow': 0, 'aria-valuetext': 'move with the arrow keys'}, canvas, space);
  const read = make('p', {class: 'grid-read note', 'aria-hidden': true}), said = make('p', {role: 'status'}), outcomes = make('div');
  const key = make('p', {class: 'grid-key note'}, binary ? 'Share of correct trials: 0 %' : `Mean outcome: ${shown(String(low))}`,
    make('span', {class: 'ramp'}), binary ? '100 %' : shown(String(best)), '. Dot: no trials. Click a cell to see its trials.');
  place.append(make('div', {class: 'grid-tools find'}, sortBy, make('span', {class: 'grid-pair'}, 'Pair:', ...selects), search, ' ', found),
    map, read, key, make('div', {class: 'grid-cell'}, said, outcomes));
  place.hidden = false;

  const gap = q => means[pair[0]][q] - means[pair[1]][q], size = q => Math.abs(gap(q)) || 0;
  const hardness = (a, b) => (Number.isNaN(difficulty[a]) - Number.isNaN(difficulty[b])) || difficulty[a] - difficulty[b] || 0;
  const compare = {hard: hardness, easy: (a, b) => hardness(b, a), pair: (a, b) => size(b) - size(a) || hardness(a, b), board: () => 0};

  // arrange sorts the questions and keeps those that match the search.
  function arrange() {
    const wanted = search.value.trim().toLowerCase();
    rows = questions.map((_, q) => q).filter(q => questions[q].toLowerCase().includes(wanted)).sort(compare[sortBy.value]);
    const first = rows.slice(0, 3).map(q => questions[q]).join(', ');
    found.textContent = wanted ? `${rows.length} of ${questions.length} questions${rows.length ? ': ' + first + (rows.length > 3 ? ', …' : '') : ''}` : '';
    at = [clamp(at[0], 0, Math.max(0, rows.length - 1)), at[1]];
    map.scrollTop = 0;
    selects.forEach((select, i) => { select.value = pair[i]; });
    setAll(map, {'aria-valuemax': Math.max(0, rows.length * columns.length - 1)});
    lay();
  }

  // ---- Drawing: names, numbers and cells of the visible part
  const pen = canvas.getContext('2d');
  let look, wide, side, head, cell, scale;
  function lay() {
    wide = map.clientWidth;
    if (!wide) return; // not opened yet
    const style = getComputedStyle(place), read = name => style.getPropertyValue(name).trim();
    const [from, to] = ['--grid-low', '--grid-high'].map(name => read(name).match(/[\da-f]{2}/gi).map(h => parseInt(h, 16)));
    look = {ink: style.color, paper: read('--paper'), faint: read('--faint'), mark: read('--link'),
      ramp: v => `rgb(${from.map((c, i) => Math.round(c + v * (to[i] - c))).join()})`};
    pen.font = font(12);
    const longest = Math.max(...rows.slice(0, 400).map(q => pen.measureText(questions[q]).width), 40);
    side = Math.ceil(Math.min(longest + 8, wide / 3)) + 38 + (sortBy.value === 'pair' ? 44 : 0);
    cell = clamp((wide - side) / columns.length, leastColumn, mostColumn);
    head = cell < 11 ? 20 : Math.ceil(Math.min(130, Math.max(...columns.map(m => pen.measureText(models[m]).width)) + 8));
    const height = head + gridRow * Math.max(1, rows.length);
    map.style.height = Math.min(height + 2, Math.max(260, innerHeight * 0.65)) + 'px';
    Object.assign(space.style, {width: side + cell * columns.length - 1 + 'px', height: height - map.clientHeight + 'px'});
    scale = devicePixelRatio || 1;
    Object.assign(canvas, {width: wide * scale, height: map.clientHeight * scale});
    Object.assign(canvas.style, {width: wide + 'px', height: map.clientHeight + 'px'});
    draw();
  }
  const font = size => `${size}px system-ui, "Liberation Sans", Arial, sans-serif`;

  // fitted cuts a name in the middle so that it fits a width.
  function fitted(name, most) {
    let keep = name.length, text = name;
    while (pen.measureText(text).width > most && keep > 1) {
      keep--;
      text = name.slice(0, Math.ceil(keep / 2)) + '…' + name.slice(name.length - Math.floor(keep / 2));
    }
    return text;
  }

  function draw() {
    if (!wide) return;
    const {scrollLeft: left, scrollTop: top, clientHeight: high} = map;
    const x = c => side + c * cell - left, y = r => head + r * gridRow - top, spaced = cell >= 8 ? 1 : 0;
    const [r0, r1] = [Math.floor(top / gridRow), Math.min(rows.length, Math.ceil((top + high - head) / gridRow))];
    const [c0, c1] = [Math.floor(left / cell), Math.min(columns.length, Math.ceil((left + wide - side) / cell))];
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, wide, high);
    for (let r = r0; r < r1; r++) {
      for (let c = c0; c < c1; c++) {
        const v = means[columns[c]][rows[r]], none = Number.isNaN(v);
        pen.fillStyle = none ? look.faint : look.ramp((v - low) / (best - low || 1));
        if (none) pen.fillRect(x(c) + cell / 2 - 1, y(r) + gridRow / 2 - 1, 2, 2);
        else pen.fillRect(x(c), y(r), cell - spaced, gridRow - 1);
      }
    }
    const outline = (c, r, w, h, colour, width) => {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.strokeRect(x(c) - spaced / 2, y(r) - .5, w * cell, h * gridRow);
    };
    for (const m of new Set(pair)) if (sortBy.value === 'pair') outline(columns.indexOf(m), 0, 1, rows.length, look.mark, 1.5);
    if (chosen) outline(columns.indexOf(chosen[0]), rows.indexOf(chosen[1]), 1, rows.includes(chosen[1]) ? 1 : 0, look.ink, 2);
    const place = pointed ?? (document.activeElement === map ? at : null);
    if (place && rows.length) outline(place[1], place[0], 1, 1, look.mark, 2.5);
    drawSide(y, r0, r1, high, place);
    drawHead(x, c0, c1, place);
  }

  function drawSide(y, r0, r1, high, place) {
    pen.clearRect(0, 0, side - 2, high);
    pen.textBaseline = 'middle';
    for (let r = r0; r < r1; r++) {
      const q = rows[r], middle = y(r) + gridRow / 2, numbers = side - 6;
      const text = (value, right, colour) => { pen.fillStyle = colour; pen.textAlign = 'right'; pen.fillText(value, right, middle); };
      pen.font = font(11);
      text(decimals(difficulty[q]), numbers, look.faint);
      if (sortBy.value === 'pair') text(signed(gap(q)), numbers - 38, look.mark);
      Object.assign(pen, {font: font(12), textAlign: 'left', fillStyle: place?.[0] === r ? look.mark : look.ink});
      pen.fillText(fitted(questions[q], side - 46 - (sortBy.value === 'pair' ? 44 : 0)), 2, middle);
    }
  }

  function drawHead(x, c0, c1, place) {
    pen.clearRect(0, 0, wide, head - 1);
    Object.assign(pen, {font: font(11), textAlign: 'right', fillStyle: look.faint});
    pen.fillText('mean', side - 6, head - 9);
    if (sortBy.value === 'pair') pen.fillText('gap', side - 44, head - 9);
    pen.save();
    pen.beginPath();
    pen.rect(side - 1, 0, wide, head);
    pen.clip();
    for (let c = c0; c < c1; c++) {
      const m = columns[c], named = cell >= 11;
      pen.fillStyle = place?.[1] === c || sortBy.value === 'pair' && pair.includes(m) ? look.mark : look.ink;
      pen.font = font(Math.min(12, cell - 1));
      if (named) {
        pen.setTransform(scale, 0, 0, scale, scale * (x(c) + cell / 2), scale * (head - 4));
        pen.rotate(-Math.PI / 2);
        pen.textAlign = 'left';
        pen.fillText(fitted(models[m], head - 8), 0, 0);
      } else if (c === 0 || (c + 1) % 10 === 0) {
        Object.assign(pen, {font: font(11), textAlign: 'center'});
        pen.fillText(c + 1, x(c) + cell / 2, head - 9);
      }
    }
    pen.restore();
  }

  // ---- Description of a cell
  const decimals = v => Number.isNaN(v) ? '–' : v.toFixed(2).replace('-', '−');
  const signed = v => (v > 0 ? '+' : '') + decimals(v);
  function say([r, c]) {
    if (!rows.length) return 'No question matches.';
    const m = columns[c], q = rows[r], counts = board.counts(m, q), n = counts.reduce((a, b) => a + b);
    const what = n === 0 ? 'no trials' : binary ? `${counts[1]} of ${n} trials correct` : `mean ${shown(String(means[m][q]))} of ${n} trials`;
    return `${questions[q]}, ${models[m]} (rank ${order.indexOf(m) + 1}): ${what}`;
  }
  function readOff() {
    read.textContent = pointed || document.activeElement === map ? say(pointed ?? at) : '';
    draw();
  }
  function choose([r, c]) {
    if (!rows.length) return;
    chosen = [columns[c], rows[r]];
    const [m, q] = chosen, counts = board.counts(m, q), trials = board.trials(m, q);
    said.textContent = `${say([r, c])}. Mean of all models on this question: ${decimals(difficulty[q])}. Mean of this model on all questions: ${decimals(scores[m])}.`;
    const row = (...texts) => make('tr', {}, ...texts.map((text, i) => make(i ? 'td' : 'th', i ? {class: 'number'} : {scope: 'row'}, text)));
    const table = make('table', {}, make('thead', {}, make('tr', {}, ...['category', 'worth', 'trials'].map((name, i) =>
      make('th', {scope: 'col', ...i && {class: 'number'}}, name)))), make('tbody', {}, ...counts.map((n, j) => row(j, shown(String(weights[j])), n))));
    const mark = category => make('li', {class: binary ? category ? 'right' : 'wrong' : 'graded'}, binary ? category ? '✓' : '✗' : category);
    outcomes.replaceChildren(...binary ? [] : [table], ...trials
      ? [make('ol', {class: 'trials', 'aria-label': 'Trials in their order'}, ...Array.from(trials, mark))]
      : [make('p', {class: 'note'}, 'The page holds counts only; the order of the trials is unknown.')]);
    for (const tr of document.querySelectorAll('.table tbody tr')) {
      tr.classList.toggle('chosen', [...tr.cells].some(td => textOf(td) === models[m]));
    }
    readOff();
  }

  // ---- Interaction
  function cellAt({clientX, clientY}) {
    const box = canvas.getBoundingClientRect(), x = clientX - box.left, y = clientY - box.top;
    const c = Math.floor((x - side + map.scrollLeft) / cell), r = Math.floor((y - head + map.scrollTop) / gridRow);
    return x >= side && y >= head && c < columns.length && r < rows.length ? [r, c] : null;
  }
  const listen = (e, name, does) => e.addEventListener(name, does);
  listen(map, 'pointermove', event => { pointed = event.pointerType === 'mouse' ? cellAt(event) : null; readOff(); });
  listen(map, 'pointerleave', () => { pointed = null; readOff(); });
  listen(map, 'click', event => {
    const place = cellAt(event);
    if (!place) return;
    at = place;
    step(at);
    choose(at);
  });
  listen(map, 'scroll', draw);
  for (const name of ['focus', 'blur']) listen(map, name, readOff);
  function step([r, c]) {
    at = [clamp(r, 0, Math.max(0, rows.length - 1)), clamp(c, 0, columns.length - 1)];
    setAll(map, {'aria-valuenow': at[0] * columns.length + at[1], 'aria-valuetext': say(at)});
  }
  function follow() { // scrolls to the cell
    const [x, y] = [at[1] * cell, at[0] * gridRow];
    map.scrollLeft = clamp(map.scrollLeft, x + cell - (wide - side), x);
    map.scrollTop = clamp(map.scrollTop, y + gridRow - (map.clientHeight - head), y);
  }
  listen(map, 'keydown', event => {
    const [r, c] = at, last = rows.length * columns.length;
    const to = {ArrowRight: [r, c + 1], ArrowLeft: [r, c - 1], ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], PageUp: [r - pageOfRows, c],
      PageDown: [r + pageOfRows, c], Home: [0, 0], End: [last, last]}[event.key];
    if (to) { pointed = null; step(to); follow(); readOff(); }
    else if (event.key === 'Enter' || event.key === ' ') choose(at);
    else return;
    event.preventDefault();
  });
  listen(search, 'input', arrange);
  listen(sortBy, 'change', arrange);

  // The map and the comparison of two models share the chosen pair. Columns follow the most recently
  // sorted table that contains all models.
  const picker = place.dataset.pairs && document.querySelector(`.compare[data-from="${place.dataset.pairs}"]`);
  const picked = picker ? [...picker.querySelectorAll('select')] : [];
  function pairUp(names) {
    pair = names.map((name, i) => models.includes(name) ? models.indexOf(name) : pair[i]);
    sortBy.value = 'pair';
    arrange();
  }
  if (picker) listen(picker, 'change', () => pairUp(picked.map(select => select.selectedOptions[0].text)));
  for (const select of selects) {
    listen(select, 'change', () => {
      pairUp(selects.map(one => one.selectedOptions[0].text));
      picked.forEach((one, i) => { one.value = [...one.options].find(o => o.text === models[pair[i]])?.value ?? one.value; });
      picked[0]?.dispatchEvent(new Event('change'));
    });
  }
  listen(document, 'sorted', ({target}) => {
    const found = [...target.tBodies[0].rows].map(tr => [...tr.cells].map(td => models.indexOf(textOf(td))).find(m => m >= 0));
    if (new Set(found).size !== found.length || found.includes(undefined) || found.length < Math.min(models.length, 3)) return;
    columns = [...found, ...order.filter(m => !found.includes(m))];
    lay();
  });
  new ResizeObserver(() => { if (map.clientWidth && map.clientWidth !== wide) lay(); }).observe(place);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', lay);
  arrange();
}

for (const e of document.querySelectorAll('.grid')) enhanceGrid(e);
