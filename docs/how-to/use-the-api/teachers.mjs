// All teachers that a token may read, as lines of a csv. Usage: XINGTAN_TOKEN=xt_… node teachers.mjs https://teacher.example.cn
const [, , origin] = process.argv
const token = process.env.XINGTAN_TOKEN
if (!origin || !token) {
  console.error('Usage: XINGTAN_TOKEN=xt_… node teachers.mjs https://teacher.example.cn')
  process.exit(2)
}

/** One page; waits for the next minute where the limit of this one is reached. */
async function read(page) {
  const url = `${origin}/api/v1/teacher?page=${page}&pageSize=100`
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (response.status === 429) {
    await new Promise((done) => setTimeout(done, 60_000 - (Date.now() % 60_000)))
    return read(page)
  }
  const { error_code: code, msg, data } = await response.json()
  if (code !== 0) throw new Error(`${response.status} ${msg}`)
  return data
}

const cell = (value) => {
  // A spreadsheet would run what begins so.
  const text = String(value ?? '').replace(/^[=+\-@]/, "'$&")
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

console.log('name,institution')
for (let page = 1, read_ = 0; ; page += 1) {
  const { list, total } = await read(page)
  for (const one of list) console.log([one.name, one.institution].map(cell).join(','))
  read_ += list.length
  if (list.length === 0 || read_ >= total) break
}
