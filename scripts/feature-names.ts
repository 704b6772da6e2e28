import { readdirSync } from 'node:fs'

/** Client features without a server feature of that name, each with the reason. */
const clientOnly: Readonly<Record<string, string>> = { help: 'its text is the catalogue’s; nothing is asked' }

const featuresOf = (side: 'client' | 'server'): string[] =>
  readdirSync(`${side}/features`, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)

/** Client features that are not called as on the server: who knows one side must find the other. */
export function featureNames(client = featuresOf('client'), server = featuresOf('server')): string[] {
  return client
    .filter((name) => !server.includes(name) && clientOnly[name] === undefined)
    .map((name) => `client/features/${name} has no server/features/${name}`)
}
