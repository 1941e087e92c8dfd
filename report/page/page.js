// This script adds interaction to a page. Without it, every number is in a table, a figure or a data
// file of the page. It loads nothing, and its numbers come from the embedded data, never from
// measuring a drawing. Names come from files, so they are only set as text.
// Numbers of figures are unchanged with up to five decimals, otherwise they have four, as in tables, or
// three digits below 0.001; shares are in percent with one decimal.
//
// Elements that it adds, for styles and tests (none of them prints):
//   html.scripted     the script runs
//   .plot > .scrub    over each data area: [role=slider]; aria-valuetext describes the values;
//                     arrow keys, Home and End move, Escape leaves
//   .plot > .cursor   at that place: a line, or with .cell a cell or a row; .dot on lines
//   .plot > .readout  the values: .readout-head, .readout-about, and .readout-row of
//                     .swatch, .readout-name and .readout-value
//   details.choose    below a figure of several lines: button.line[aria-pressed], .all, .none
//   .off, .faded      a hidden line and its legend entry, which also toggles it
//   th > button.sort  with aria-sort on the th; the third click restores the order
//   .find             above a table of more than 12 rows: input[type=search], output
//   tr.unmatched      a row that does not match the search
//   .searched         a leaderboard during a search; of a long one, .beyond rows show only then
//   .open-all         button that opens or closes all sections
//   .compare          select.first, select.second, p[role=status], table.compared
'use strict';

const fewRows = 16, leastToSearch = 13, leastToSort = 3;

const setAll = (e, attributes) => Object.entries(attributes).forEach(([name, value]) => e.setAttribute(name, value));

// make creates an element with attributes and children; strings become text.
function make(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  setAll(e, attributes);
  e.append(...children);
  return e;
}

const clamp = (v, lo, hi) => Math.min(Math.max(v, lo), hi);

// ---- Numbers and data

function shown(text) {
  const v = Number(text);
  if (!Number.isFinite(v) || /^-?\d*(\.\d{1,5})?$/.test(text)) return text || '–';
  return Math.abs(v) >= 0.001 ? v.toFixed(4) : String(Number(v.toPrecision(3)));
}

// percent formats a share with one decimal; halves round to even, as in tables.
function percent(share) {
  const v = 100 * share, long = v.toFixed(30), cut = long.slice(0, -29);
  return (/\.[02468]50{28}$/.test(long) ? cut : v.toFixed(1)) + ' %';
}

const range = (lo, hi) => lo ? ` (${shown(lo)} to ${shown(hi)})` : '';

// A name that a spreadsheet would read as a formula has a leading quote in the data.
const nameOf = text => text.replace(/^'(?=[=+@-])/, '');

// recordsOf parses CSV into objects keyed by column name.
function recordsOf(csv) {
  const rows = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  const [head, ...rest] = rows.filter(row => row.length > 1);
  return rest.map(row => Object.fromEntries(head.map((name, i) => [name, row[i]])));
}

const bytesOf = base64 => Uint8Array.from(atob(base64), c => c.charCodeAt(0));

// unpacked returns a response with the decompressed content of an element.
function unpacked(id) {
  const packed = new Blob([bytesOf(document.getElementById(id).textContent)]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw')));
}

// dataOf returns the records behind a figure, from its embedded file or from the packed copy.
async function dataOf(figure) {
  const file = figure.querySelector('a[href^="data:text/csv"]');
  if (file) return recordsOf(new TextDecoder().decode(bytesOf(file.href.split(',')[1])));
  return recordsOf(await unpacked(figure.dataset.from).text());
}

// ---- Readers. A reader of a data area has stops. It finds the stop nearest to a place and the next one
// in a direction, and describes a stop: a heading, rows, and its place as shares of the area from the
// left and the top.

// axisOf returns a function that maps numbers to shares of an axis, given as "from to" or "from to log".
function axisOf(text) {
  const [from, to, log] = text.split(' '), at = log ? Math.log : Number;
  return v => (at(v) - at(from)) / (at(to) - at(from));
}

const stretchesOf = area => area.dataset.lines.split(' ').filter(Boolean).map(part => part.split(/[:+]/).map(Number));

// lineName returns the full name of a line from the legend or the end of a path.
function lineName(svg, number) {
  return svg.querySelector(`[data-name][data-key="${number}"], [data-name][data-line="${number}"]`)?.dataset.name ?? '';
}

// valueOf formats the rank in a record, or y with its standard error or range.
function valueOf(r) {
  if (r.rank) return shown(r.rank) + (r.gold && r.gold !== r.rank ? ` (gold ${shown(r.gold)})` : '');
  return shown(r.y) + (r.se ? ` ± ${shown(r.se)}` : range(r.lo, r.hi));
}

// alongReader stops at every x of a line or a point, such as each number of trials.
function alongReader(area, lines, hidden) {
  const {columns, of, what, x: xAxis, y: yAxis} = area.dataset, up = axisOf(yAxis), stops = new Map();
  const across = columns ? i => (i + 0.5) / columns : axisOf(xAxis);
  for (const {number, name, records} of lines) {
    for (const [i, r] of records.entries()) {
      if (!(r.y || r.rank) || r.x === '') continue;
      const x = columns ? i : Number(r.x ?? r.n);
      if (!stops.has(x)) stops.set(x, {x: across(x), label: r.column ?? shown(r.x ?? r.n), rows: []});
      stops.get(x).rows.push({number, name: r.point ? nameOf(r.point) : name, value: valueOf(r),
        y: r.y && 1 - up(r.y), rank: Number(r.rank ?? 0)});
    }
  }
  const list = [...stops.values()].sort((a, b) => a.x - b.x);
  const errors = lines.some(line => line.records.some(r => r.se)) ? ', ± standard error' : '';
  return {
    stops: list.length,
    near: x => list.reduce((best, stop, i) => Math.abs(stop.x - x) < Math.abs(list[best].x - x) ? i : best, 0),
    next: (i, dx, dy) => i + (dx || -dy),
    say(i) {
      const rows = list[i].rows.filter(row => !hidden.has(row.number)).sort((a, b) => a.rank - b.rank);
      return {head: (of && of + ': ') + list[i].label, about: what + errors, rows, x: list[i].x};
    },
  };
}

// cellsReader stops at each cell of a heat map, or at each row of a leaderboard (one column).
function cellsReader(area, records, describe) {
  const rows = Number(area.dataset.rows), columns = Number(area.dataset.columns ?? 1);
  const within = (v, count) => clamp(Math.floor(v), 0, count - 1);
  const cell = (row, column) => within(row, rows) * columns + within(column, columns);
  return {
    stops: columns * rows,
    near: (x, y) => cell(y * rows, x * columns),
    next: (i, dx, dy) => columns === 1 ? cell(i + (dx || dy), 0) : cell(Math.floor(i / columns) + dy, i % columns + dx),
    say: i => ({...describe(records[i], area.dataset.of), x: i % columns / columns, y: Math.floor(i / columns) / rows,
      width: 1 / columns, height: 1 / rows}),
  };
}

// shareOf describes a cell of a heat map; for two models it adds their comparison.
function shareOf({model, column, share}, of, compare) {
  const a = nameOf(model), b = nameOf(column), pair = compare?.(a, b);
  const rows = [{name: of.replace(/, %$/, ''), value: share ? percent(share) : '–'}];
  if (pair) rows.push({name: 'ranked above', value: pair.above}, ...pair.said);
  return {head: a === b ? a : pair ? `${a} over ${b}` : `${a}, ${of.includes('rank') ? 'rank ' : ''}${b}`, rows};
}

// entryOf describes a row of a leaderboard.
function entryOf(r, of) {
  const ranks = r.rank_lo === r.rank_hi ? r.rank_lo : `${r.rank_lo} to ${r.rank_hi}`;
  const rows = [{name: of, value: shown(r.score) + range(r.lo, r.hi)}, {name: 'observed', value: shown(r.observed)},
    {name: 'rank', value: r.rank}, {name: 'ranks, all models together', value: ranks}];
  return {head: nameOf(r.model), rows: rows.filter(row => row.value && row.value !== '–')};
}

function readerOf(svg, area, records, hidden, compare) {
  const kind = svg.dataset.kind;
  if (kind === 'leaderboards') return cellsReader(area, records, entryOf);
  if (kind === 'heat maps') return cellsReader(area, records, (r, of) => shareOf(r, of, compare));
  return alongReader(area, stretchesOf(area).map(([number, first, count]) =>
    ({number, name: lineName(svg, number), records: records.slice(first, first + count)})), hidden);
}

// ---- Figures

const kept = new WeakMap(); // a reader's settings by figure: names of hidden lines, stops, the area being read

// enhanceFigure makes a figure interactive. The app calls it for each figure that it adds, and again
// after it replaces the drawing and its data; a reader's settings then stay.
function enhanceFigure(figure, compare) {
  const state = kept.get(figure) ?? {names: new Set(), at: []}, read = state.read, hidden = new Set();
  kept.set(figure, state);
  let loading;
  const load = () => loading ??= dataOf(figure), scrubs = [];
  for (const plot of figure.querySelectorAll('.plot')) {
    const svg = plot.querySelector('svg'), firsts = svg.dataset.first.split(' '); // rows of the panels
    for (const area of svg.querySelectorAll('rect[data-of]')) {
      const first = firsts[area.closest('[data-panel]').dataset.panel];
      scrubs.push(addScrubber(plot, svg, area, state, scrubs.length,
        async () => readerOf(svg, area, (await load()).slice(first), hidden, compare)));
    }
  }
  addChooser(figure, hidden, state.names);
  scrubs[read]?.dispatchEvent(new Event('focus'));
}

// swatch returns a dot in the colour of a line, which can be a CSS property of the page.
function swatch(svg, number, name = 'swatch') {
  const dot = make('span', {class: name});
  const look = svg.querySelector(`[data-key="${number}"] > g, [data-line="${number}"] > g`)?.style;
  dot.style.background = look?.stroke || look?.fill;
  return dot;
}

// addScrubber adds an element over a data area that follows the pointer and the keys; index is its
// position among those of the figure.
function addScrubber(plot, svg, area, state, index, read) {
  const {width, height} = svg.viewBox.baseVal, [x, y, w, h] = ['x', 'y', 'width', 'height'].map(a => area.getAttribute(a));
  const box = {left: x / width, top: y / height, width: w / width, height: h / height};
  const title = svg.querySelector('title').textContent, what = area.dataset.what ?? area.dataset.of;
  const scrub = make('div', {
    class: 'scrub', role: 'slider', tabindex: 0, 'aria-label': `Values of ${title}: ${what}`,
    'aria-valuemin': 0, 'aria-valuenow': 0, 'aria-valuetext': 'move with the arrow keys',
  });
  place(scrub, box);
  plot.append(scrub);
  let reader, at = state.at[index] ?? 0, asked = 0, pointed = false;

  async function show(choose) {
    const mine = ++asked;
    reader ??= await read();
    if (mine !== asked || reader.stops === 0) return; // another request came meanwhile
    at = clamp(choose(reader), 0, reader.stops - 1);
    state.at[index] = at;
    state.read = index;
    const said = reader.say(at), values = said.rows.slice(0, fewRows).map(row => `${row.name} ${row.value}`);
    draw(plot, svg, box, said);
    const text = [said.head, ...values].join('; ');
    setAll(scrub, {'aria-valuemax': reader.stops - 1, 'aria-valuenow': at, 'aria-valuetext': text});
  }
  function leave() {
    asked++;
    delete state.read;
    erase();
  }
  function point({clientX, clientY}) {
    const r = scrub.getBoundingClientRect();
    pointed = true;
    show(reader => reader.near((clientX - r.left) / r.width, (clientY - r.top) / r.height));
  }
  const on = (name, does) => scrub.addEventListener(name, does);
  on('pointermove', point);
  on('pointerdown', point);
  on('pointerleave', event => {
    pointed = false;
    if (event.pointerType === 'mouse') leave();
  });
  on('blur', leave);
  on('focus', () => pointed || show(() => at));
  on('keydown', event => {
    const step = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (step) show(reader => reader.next(at, ...step));
    else if (event.key === 'Home') show(() => 0);
    else if (event.key === 'End') show(() => Infinity);
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
  });
  return scrub;
}

// place positions an element at a box, given in shares of the plot.
function place(e, box) {
  for (const [side, share] of Object.entries(box)) e.style[side] = 100 * share + '%';
  return e;
}

const erase = () => document.querySelectorAll('.cursor, .dot, .readout').forEach(e => e.remove());

// draw shows the description of a stop.
function draw(plot, svg, area, {head, about, rows, x, y = 0, width = 0, height = 1}) {
  const part = (name, ...content) => make('div', {class: 'readout-' + name}, ...content);
  const box = {
    left: area.left + area.width * x, top: area.top + area.height * y,
    width: area.width * width, height: area.height * height,
  };
  const dots = rows.filter(row => row.y >= 0 && row.y <= 1).map(row =>
    place(swatch(svg, row.number, 'dot'), {left: box.left, top: area.top + area.height * row.y}));
  const readout = make('div', {class: 'readout', 'aria-hidden': true}, part('head', head), part('about', about ?? ''),
    ...rows.map(row => part('row', row.number === undefined ? '' : swatch(svg, row.number),
      make('span', {class: 'readout-name'}, row.name), ' ', make('span', {class: 'readout-value'}, row.value))));
  readout.classList.toggle('many', rows.length > fewRows);
  putBeside(readout, box, width);
  erase();
  plot.append(place(make('div', {class: width ? 'cursor cell' : 'cursor'}), box), ...dots, readout);
  const {top, bottom} = readout.getBoundingClientRect(); // a figure may be higher than the window
  readout.style.translate = `0 ${clamp(8 - top, 0, Math.max(0, plot.getBoundingClientRect().bottom - bottom))}px`;
}

// putBeside puts a readout next to a line, or above or below a cell, where there is more room.
function putBeside(readout, {left, top, width, height}, cell) {
  const side = (name, share) => { readout.style[name] = `calc(${100 * share}% + .6rem)`; };
  if (left + width / 2 > 0.5 && width < 0.5) side('right', 1 - left - (cell ? width : 0));
  else side('left', left + (cell ? 0 : width));
  if (cell && top > 0.5) side('bottom', 1 - top);
  else side('top', cell ? top + height : top);
  readout.style.setProperty('--below', 100 * (top + height) + '%'); // where the screen is narrow
}

// addChooser lets a reader show and hide lines, by buttons and by clicks on the legend. Lines in names
// are hidden at first.
function addChooser(figure, hidden, names) {
  const svg = figure.querySelector('svg.figure'), before = figure.querySelector(':scope > .choose');
  const numbers = new Set([...svg.querySelectorAll('rect[data-lines]')].flatMap(stretchesOf).map(([number]) => number));
  before?.remove();
  if (numbers.size < 2) return;
  const list = make('div', {class: 'choices', role: 'group', 'aria-label': 'Lines that are shown'});
  const choose = make('details', {class: 'choose'}, make('summary', {}, 'Show or hide lines'), list);
  choose.open = !!before?.open;
  function apply() {
    const each = (selector, change) => figure.querySelectorAll(selector).forEach(change);
    const off = number => hidden.has(Number(number));
    each('svg [data-line]', e => e.classList.toggle('off', off(e.dataset.line)));
    each('svg [data-key]', e => e.classList.toggle('faded', off(e.dataset.key)));
    each('.line', e => e.setAttribute('aria-pressed', !off(e.value)));
    for (const number of numbers) names[hidden.has(number) ? 'add' : 'delete'](lineName(svg, number));
  }
  const toggle = number => hidden.delete(number) || hidden.add(number);
  function addButton(name, change, ...content) {
    const button = make('button', {type: 'button', class: name}, ...content);
    button.addEventListener('click', () => { change(); apply(); });
    list.append(button);
    return button;
  }
  for (const number of numbers) {
    const name = lineName(svg, number) || 'unnamed';
    if (names.has(lineName(svg, number))) hidden.add(number);
    addButton('line', () => toggle(number), swatch(svg, number), name).value = number;
  }
  addButton('all', () => hidden.clear(), 'all');
  addButton('none', () => numbers.forEach(number => hidden.add(number)), 'none');
  figure.insertBefore(choose, figure.querySelector(':scope > .note, :scope > .links'));
  apply();
  figure.querySelectorAll('.plot').forEach(plot => plot.addEventListener('click', event => {
    const entry = event.target.closest('[data-key]');
    if (!entry) return;
    toggle(Number(entry.dataset.key));
    apply();
  }));
}

// ---- Tables

// textOf returns the text of a cell without the small text below it.
function textOf(cell) {
  return [...cell.childNodes].filter(n => !n.classList?.contains('note')).map(n => n.textContent).join('').trim();
}

const isBlank = text => text === '' || text === '–' || text === '—';
const alphabet = new Intl.Collator('en', {numeric: true});

// numbersIn returns the numbers of a cell that begins with a number, otherwise null. "<" is a little
// less than the number after it. In "2–3" and "0.5 ± 0.1" the second number counts too.
function numbersIn(text) {
  const plain = text.replace(/[\u2009\u202f\u00a0]|(?<=\d),(?=\d{3})/g, '').replaceAll('−', '-').replace('∞', '1e999');
  const [begins, sign] = plain.match(/^([<>≤≥≈~±+]*)\s*-?[\d.]/) ?? [];
  if (!begins) return null;
  const [first, ...rest] = plain.match(/((?<![\d.])-)?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/g).map(Number);
  return [first, {'<': -1, '>': 1}[sign[0]] ?? 0, ...rest];
}

function compareNumbers(a, b) {
  const i = a.findIndex((v, i) => v !== b[i]);
  return i < 0 ? a.length - b.length : a[i] - (b[i] ?? -Infinity);
}

// orderOf compares rows by a column: by numbers if most of its cells begin with one. Blank cells come
// last in either direction.
function orderOf(rows, column, direction) {
  const texts = new Map(rows.map(row => [row, textOf(row.cells[column])]));
  const numbers = new Map(rows.map(row => [row, numbersIn(texts.get(row))]));
  const filled = rows.filter(row => !isBlank(texts.get(row))), numbered = filled.filter(row => numbers.get(row));
  const numeric = 2 * numbered.length > filled.length, none = [Infinity]; // "never" is later than any number
  return (a, b) => {
    const [s, t] = [texts.get(a), texts.get(b)];
    if (isBlank(s) || isBlank(t)) return isBlank(s) - isBlank(t);
    return direction * (numeric ? compareNumbers(numbers.get(a) ?? none, numbers.get(b) ?? none) : alphabet.compare(s, t));
  };
}

// enhanceTable makes a table sortable and searchable. Rows are sorted between headings and stay together
// with the details below them.
function enhanceTable(table) {
  const body = table.tBodies[0], head = table.tHead.rows[0], groups = [[]], more = new Map(), headings = new Map();
  for (const row of body.rows) {
    if (row.matches('.heading')) headings.set(groups[groups.push([]) - 1], row);
    else if (row.matches('.more')) more.set(groups.at(-1).at(-1), row);
    else groups.at(-1).push(row);
  }
  const rows = groups.flat(), ofWords = table.parentElement.matches('.stacked') && head.cells.length < 4;
  const whole = row => more.has(row) ? [row, more.get(row)] : [row];
  if (rows.length >= leastToSort && !ofWords) {
    addSorting(head, (column, direction) => {
      for (const group of groups) {
        const sorted = direction ? [...group].sort(orderOf(group, column, direction)) : group;
        body.append(...headings.has(group) ? [headings.get(group)] : [], ...sorted.flatMap(whole));
      }
      table.dispatchEvent(new Event('sorted', {bubbles: true}));
    });
  }
  if (rows.length >= leastToSearch) addSearch(table, rows, whole);
}

function addSorting(head, sort) {
  for (const [column, th] of [...head.cells].entries()) {
    if (th.tagName !== 'TH') continue;
    const button = make('button', {type: 'button', class: 'sort'}, ...th.childNodes);
    th.append(button);
    button.addEventListener('click', () => {
      const next = {ascending: 'descending', descending: ''}[th.getAttribute('aria-sort')] ?? 'ascending';
      for (const other of head.cells) other.removeAttribute('aria-sort');
      if (next) th.setAttribute('aria-sort', next);
      sort(column, {ascending: 1, descending: -1}[next]);
    });
  }
}

function addSearch(table, rows, whole) {
  const first = table.parentElement.dataset.shown, of = `${first} of ${rows.length} shown; search for the others`;
  const input = make('input', {type: 'search', 'aria-label': 'Search this table', placeholder: 'Search'});
  const found = make('output', {}, first ? of : '');
  input.addEventListener('input', () => {
    const wanted = input.value.trim().toLowerCase();
    table.parentElement.classList.toggle('searched', wanted);
    const left = rows.filter(row => row.textContent.toLowerCase().includes(wanted));
    for (const row of rows) whole(row).forEach(one => one.classList.toggle('unmatched', !left.includes(row)));
    found.textContent = wanted ? `${left.length} of ${rows.length} rows` : first ? of : '';
  });
  table.parentElement.before(make('div', {class: 'find'}, input, ' ', found));
}

// ---- Two models

// enhanceCompare fills the element of a comparison and returns a function that compares two names.
function enhanceCompare(place) {
  const data = JSON.parse(document.getElementById(place.dataset.from).textContent), {models, each, pairs} = data;
  const selects = ['first', 'second'].map((name, i) => make('select', {class: name, 'aria-label': `The ${name} model`},
    ...models.map((model, k) => new Option(model, k, k === i, k === i))));
  const said = make('p', {role: 'status'}), result = make('div', {class: 'table'});
  function pairOf(i, j) {
    const [above, below] = [i, j].sort((a, b) => a - b), values = pairs[above]?.[below - above - 1];
    return values && {above: models[above], said: values.map((value, k) => ({name: data.of_pairs[k], value})),
      columns: [above, below]};
  }
  const row = (name, ...texts) => make('tr', {}, make('th', {scope: 'row'}, name),
    ...texts.map(text => make('td', {class: 'number', colspan: 3 - texts.length}, text)));
  function show() {
    const pair = pairOf(...selects.map(select => Number(select.value)));
    said.textContent = 'Choose two different models.';
    result.replaceChildren();
    if (!pair) return;
    const [above, below] = pair.columns, last = pair.said.at(-1);
    said.textContent = `${pair.above} over ${models[below]}: ${last.name}: ${last.value}.`;
    const heads = pair.columns.map(i => make('th', {scope: 'col', class: 'number'}, models[i]));
    result.append(make('table', {class: 'compared'}, make('thead', {}, make('tr', {}, make('td'), ...heads)),
      make('tbody', {}, ...data.of.map((name, k) => row(name, each[above][k], each[below][k])),
        ...pair.said.map(({name, value}) => row(name, value)))));
  }
  for (const select of selects) select.addEventListener('change', show);
  const notes = data.notes.map(note => make('p', {class: 'note'}, note));
  place.append(make('fieldset', {}, make('legend', {}, data.title), ...selects, said, result, ...notes));
  place.hidden = false;
  show();
  return (a, b) => pairOf(models.indexOf(a), models.indexOf(b));
}

// ---- Closed sections

// openTo opens the section that the address names, and everything closed around the target.
function openTo() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place) return;
  const inside = place.querySelector(':scope > details');
  if (inside) inside.open = true;
  for (let at = place.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
  place.scrollIntoView();
}

function enhanceFolded() {
  const all = [...document.querySelectorAll('.folded > details')], shut = [];
  if (!all.length) return;
  const button = make('button', {type: 'button', class: 'open-all'}, 'Open all');
  const tell = () => { button.textContent = all.every(e => e.open) ? 'Close all' : 'Open all'; };
  button.addEventListener('click', () => {
    const open = !all.every(e => e.open);
    for (const e of all) e.open = open;
  });
  all.forEach(e => e.addEventListener('toggle', tell));
  document.querySelector('main').prepend(button);
  addEventListener('hashchange', openTo);
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href^="#"]');
    if (link?.hash === location.hash) openTo(); // which changes no address
  });
  addEventListener('beforeprint', () => {
    shut.push(...document.querySelectorAll('details:not([open])'));
    for (const e of shut) e.open = true;
  });
  addEventListener('afterprint', () => { for (const e of shut.splice(0)) e.open = false; });
  openTo();
}

document.documentElement.classList.add('scripted');
for (const table of document.querySelectorAll('.table > table')) enhanceTable(table);
const compares = new Map(); // by section, of which each has one at most
for (const e of document.querySelectorAll('.compare')) compares.set(e.closest('section'), enhanceCompare(e));
for (const e of document.querySelectorAll('figure')) enhanceFigure(e, compares.get(e.closest('section')));
enhanceFolded();
