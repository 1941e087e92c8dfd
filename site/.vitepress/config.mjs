// The documentation as a static site with search. docs/README.md lists the pages by kind:
// the sidebar and llms.txt are made from it.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { defineConfig } from 'vitepress'

const docs = resolve(import.meta.dirname, '../_pages') // a copy of docs: make site

// kinds returns the headings of the index, each with its links.
function kinds() {
  const kinds = []
  for (const line of readFileSync(join(docs, 'README.md'), 'utf8').split('\n')) {
    const heading = line.match(/^## (.+)/)
    const link = line.match(/^- \[(.+?)\]\((.+?)\)[,:]?\s*(.*)/)
    if (heading) kinds.push({ text: heading[1], items: [] })
    if (link) kinds.at(-1).items.push({ text: link[1], page: link[2], about: link[3] })
  }
  return kinds
}

// dropLinksOutside leaves the text of links that lead out of docs, into the source code.
function dropLinksOutside(md) {
  md.core.ruler.push('outside', ({ tokens, env }) => {
    for (const block of tokens) {
      let outside = false
      block.children = block.children?.filter((token) => {
        const to = token.type === 'link_open' && token.attrGet('href')
        if (to) outside = to.startsWith('..') && !resolve(dirname(env.path), to).startsWith(docs + sep)
        return !(outside && token.type.startsWith('link_'))
      })
    }
  })
}

export default defineConfig({
  title: 'Settle',
  description: 'How many trials until a leaderboard of language models settles?',
  base: process.env.BASE || '/',
  srcDir: '_pages',
  outDir: '../out/site',
  cacheDir: '../out/site-cache',
  rewrites: { 'README.md': 'index.md' },
  ignoreDeadLinks: [/^\.\/examples\//, /^\.\/schemas$/, /\.ipynb$/], // not pages: copied below
  markdown: { config: dropLinksOutside },
  head: [['link', { rel: 'icon', href: 'data:,' }]], // else browsers ask for one
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    sidebar: kinds().map(({ text, items }) => ({
      text,
      items: items.filter(({ page }) => page.endsWith('.md')).map(({ text, page }) => ({ text, link: '/' + page.replace(/\.md$/, '') })),
    })),
  },
  // Beside the pages: their Markdown, and llms.txt, which lists them (llmstxt.org).
  buildEnd(site) {
    let list = `# Settle\n\n> ${site.site.description}\n`
    for (const { text, items } of kinds()) {
      list += `\n## ${text}\n\n`
      for (const { text, page, about } of items) {
        cpSync(join(docs, page), join(site.outDir, page))
        list += `- [${text}](${page})${about ? ': ' + about : ''}\n`
      }
    }
    writeFileSync(join(site.outDir, 'llms.txt'), list)
    for (const folder of ['examples', 'schemas']) cpSync(join(docs, folder), join(site.outDir, folder), { recursive: true })
  },
})
