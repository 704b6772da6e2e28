/**
 * Looks from outside at the portal that scripts/operation/release.ts runs: `reach` (does the network lead out),
 * `version 0.9.0` (does this version answer, with its pages), `sign-in` (does a teacher of the demo region get in).
 * Ends with 0 for yes.
 */
import { connect } from 'node:net'
import { demoPassword } from '../../demo/accounts.ts'

const portal = 'http://127.0.0.1:8080'

/** Whether an address of the internet takes a connection. */
const reach = () =>
  new Promise<boolean>((done) => {
    const socket = connect({ host: '1.1.1.1', port: 443, timeout: 2000 })
    socket.once('connect', () => done(true))
    for (const end of ['error', 'timeout'] as const)
      socket.once(end, () => {
        socket.destroy()
        done(false)
      })
  })

/** What of a version does not answer: each is said, so that a trial that fails says where. */
async function silentOf(version: string): Promise<string[]> {
  const ready = await fetch(`${portal}/ready`)
  const page = await fetch(`${portal}/home`)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const code = await fetch(`${portal}${script}`)
  const documents = await fetch(`${portal}/documents/index.html`)
  const answers: Readonly<Record<string, boolean>> = {
    version: (await ready.text()).includes(`"version":"${version}"`),
    home: page.ok,
    script: code.ok && /javascript/.test(code.headers.get('content-type') ?? ''),
    documents: documents.ok,
  }
  return Object.keys(answers).filter((name) => answers[name] !== true)
}

async function answersAs(version: string): Promise<boolean> {
  const silent = await silentOf(version)
  if (silent.length > 0) process.stderr.write(`does not answer: ${silent.join(', ')}\n`)
  return silent.length === 0
}

async function signIn(): Promise<boolean> {
  const answer = await fetch(`${portal}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'teacher', password: demoPassword }),
  })
  return answer.ok && (await answer.text()).includes('"token"')
}

const [what, given = ''] = process.argv.slice(2)
const found = what === 'reach' ? await reach() : what === 'version' ? await answersAs(given) : await signIn()
if (!found && what !== 'reach') process.stderr.write(`${what} ${given}: no\n`)
process.exit(found ? 0 : 1)
