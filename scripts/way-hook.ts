/**
 * Loaded before the portal by `scripts/way.ts`: every function of the server notes the file it stands in when
 * it is entered during a request that carries the header `x-way`. At the end of the request the portal prints
 * the files in the order in which they were entered, as one line `way <name> <json>`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const way = new AsyncLocalStorage<string[]>()
/** Functions of the instrumented files call it by this name, which no import has to bring. */
Object.assign(globalThis, { enteredFile: (path: string) => way.getStore()?.push(path) })

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Where the bodies of functions begin: behind the brace, or at the expression of an arrow. */
function bodies(node: unknown, found: { at: number; end: number; isBlock: boolean }[] = []) {
  if (Array.isArray(node)) for (const one of node) bodies(one, found)
  else if (isNode(node)) {
    const body = node['body']
    if (/Function/.test(String(node['type'])) && isNode(body)) {
      const isBlock = body['type'] === 'BlockStatement'
      found.push({ at: Number(body['start']) + (isBlock ? 1 : 0), end: Number(body['end']), isBlock })
    }
    for (const one of Object.values(node)) if (isNode(one)) bodies(one, found)
  }
  return found
}

function instrumented(path: string, source: string): string {
  const text = stripTypeScriptTypes(source)
  const call = `enteredFile(${JSON.stringify(path)})`
  const marks = bodies(parseAst(text)).flatMap(({ at, end, isBlock }) =>
    isBlock
      ? [{ at, text: `${call};` }]
      : [
          { at, text: `(${call},` },
          { at: end, text: ')' },
        ],
  )
  // From the end, so that earlier places stay where they are; a bracket closes before the next one opens.
  return marks
    .toSorted((a, b) => b.at - a.at || (a.text === ')' ? 1 : -1))
    .reduce((done, mark) => done.slice(0, mark.at) + mark.text + done.slice(mark.at), text)
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const path = url.startsWith('file:') ? relative(process.cwd(), fileURLToPath(url)) : ''
    if (!path.startsWith('server/') || !path.endsWith('.ts')) return loaded
    return { ...loaded, format: 'module', source: instrumented(path, String(loaded.source)) }
  },
})

const emit = Server.prototype.emit
Server.prototype.emit = function entered(this: Server, event: string | symbol, ...args: unknown[]) {
  const [request, response] = args as Parameters<Parameters<Server['on']>[1]>
  const name = event === 'request' ? request.headers['x-way'] : undefined
  if (typeof name !== 'string') return Reflect.apply(emit, this, [event, ...args])
  const seen: string[] = []
  response.once('finish', () => console.log(`way ${name} ${JSON.stringify(seen)}`))
  return way.run(seen, () => Reflect.apply(emit, this, [event, ...args]))
}
