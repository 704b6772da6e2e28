/** Searches the documents in the browser: every word has to stand in a chapter; titles come first. */
const script = document.currentScript
const site = script.dataset.site
const form = document.querySelector('[role=search]')
const words = document.querySelector('#words')
const found = document.querySelector('#found')
let chapters

const learn = async () => {
  chapters ??= await (await fetch(`${site}search.json`)).json()
  return chapters
}

/** A few letters around the first hit. */
const around = (text, word) => {
  const at = text.toLowerCase().indexOf(word)
  return at < 0 ? '' : text.slice(Math.max(0, at - 30), at + 60)
}

const show = async () => {
  const asked = words.value.toLowerCase().split(/\s+/).filter(Boolean)
  found.hidden = asked.length === 0
  if (asked.length === 0) return
  const all = await learn()
  const has = (text) => asked.every((word) => text.toLowerCase().includes(word))
  const titles = all.filter(({ title }) => has(title))
  const texts = all.filter(({ title, text }) => !has(title) && has(`${title} ${text}`))
  const hits = [...titles, ...texts]
  const list = document.createElement('ul')
  for (const { address, title, text } of hits.slice(0, 30)) {
    const link = document.createElement('a')
    link.href = `${site}${address}`
    link.textContent = title
    const line = document.createElement('li')
    line.append(link, ` ${around(text, asked[0])}`)
    list.append(line)
  }
  const said = hits.length === 0 ? '没有找到，换个词试试' : `${hits.length} 篇`
  found.replaceChildren(said, list)
}

form.hidden = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  found.querySelector('a')?.click()
})
words.addEventListener('input', () => void show())
