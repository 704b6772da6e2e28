import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { HookBody, RosterApp } from '../../../catalogue/contract/administration/roster.ts'
import { testKeys, type Region } from '../../app/testing/test-region.ts'
import { createLog } from '../../platform/log/log.ts'
import { outgoingTo } from '../../platform/http/outgoing.ts'
import { addApp } from '../apps/test-apps.ts'
import { subjectOf } from '../sign-on/index.ts'
import type { EventBody } from './event.ts'
import type { RosterNeeds } from './needs.ts'
import { sending } from './send.ts'
import type { RosterUser } from './shapes.ts'

const never = new AbortController().signal

/** An app with an agreement about a place. */
export async function agreedApp(
  region: Region,
  app: string,
  more: { place?: number; facts?: string[]; until?: string; enabled?: boolean } = {},
): Promise<RosterApp> {
  await addApp(region, app, [{ role: 2, level: 2 }])
  const body = {
    place: region.places.district,
    facts: ['profile', 'school'],
    agreement: '数据提供协议 2026-01',
    until: '2027-08-31',
    enabled: true,
    ...more,
  }
  const kept = await region.people.admin.put<RosterApp>(`/api/v1/roster/${app}/feed`, body)
  if (kept.status !== 200) throw new Error(kept.msg)
  return kept.data
}

/** A token with which an app reads its roster. */
export async function tokenOf(region: Region, app: string, institution?: number): Promise<string> {
  const made = await region.people.admin.post<{ secret: string }>('/api/v1/apiTokens', {
    name: `系统${app}`,
    scopes: ['roster'],
    app,
    institution: institution ?? region.places.province,
  })
  if (made.status !== 200) throw new Error(made.msg)
  return made.data.secret
}

/** Asks the roster as a program does. */
export async function readAs(region: Region, token: string, url: string) {
  const response = await region.app.inject({
    method: 'GET',
    url: url.startsWith('/ims') ? url : `/ims/oneroster/rostering/v1p2${url}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const link = /<([^>]+)>; rel="next"/.exec(String(response.headers['link'] ?? ''))?.[1]
  return { status: response.statusCode, headers: response.headers, body: response.json(), next: link }
}

/** The word of a failure in the form of OneRoster, and what it is about. */
export const minorOf = (body: { imsx_CodeMinor: { imsx_codeMinorField: Record<string, string>[] } }) => {
  const [field] = body.imsx_CodeMinor.imsx_codeMinorField
  return [field?.['imsx_codeMinorFieldValue'], field?.['imsx_codeMinorFieldName']]
}

/** Names of those who are told of, sorted; empty for whoever left. */
export const namesOf = (list: readonly RosterUser[]): string[] =>
  list.map(({ metadata }) => metadata?.['xingtan.name'] ?? '').toSorted()

/** The job that sends, done when a test says so. */
export function senderOf({ db, people }: Region, lines: string[] = []) {
  const told: string[] = []
  const needs = {
    db,
    keys: testKeys,
    log: createLog('debug', (line) => void lines.push(line)),
    outgoing: outgoingTo(['127.0.0.1']),
    subjectOf: (app: string, person: number) => subjectOf(testKeys, app, person),
    tell: async (_tx: unknown, identity: number, title: string) => {
      if (identity === people.admin.identityId) told.push(title)
    },
  } as unknown as RosterNeeds
  return {
    /** What administrators were told. */
    told,
    send: async () => {
      while (await sending(needs).run(never)) continue
    },
  }
}

/** What a receiver got in one call. */
export interface ReceivedCall {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly raw: string
  readonly body: EventBody
}

/** A system that hears of changes: it records them, and answers as it is told to. */
export class Receiver {
  readonly got: ReceivedCall[] = []
  mood: (got: ReceivedCall) => { readonly status: number; readonly location?: string } = () => ({
    status: 204,
  })
  url = ''
  private readonly server = createServer((request, response) => {
    void text(request).then((raw) => {
      const got = {
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        raw,
        body: JSON.parse(raw) as EventBody,
      }
      this.got.push(got)
      const { status, location } = this.mood(got)
      response.writeHead(status, location === undefined ? {} : { location }).end()
    })
  })

  async open(port = 0): Promise<string> {
    await new Promise<void>((ready) => this.server.listen(port, '127.0.0.1', ready))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`
    return this.url
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((done) => this.server.close(() => done()))
  }

  /** The different events that arrived. */
  ids(): Set<string> {
    return new Set(this.got.map(({ id }) => id))
  }
}

/** Sets where an app hears of changes; answers its secret. */
export async function hooked(region: Region, app: string, more: Partial<HookBody> = {}): Promise<string> {
  const kept = await region.people.admin.put<{ secret: string | null }>(`/api/v1/roster/${app}/hook`, {
    url: 'http://127.0.0.1:1/hook',
    events: ['teacher.joined', 'teacher.left', 'teacher.moved', 'teacher.changed', 'institution.changed'],
    enabled: true,
    ...more,
  })
  if (kept.status !== 200) throw new Error(kept.msg)
  return kept.data.secret ?? ''
}

/** Whether a call was signed with a secret, worked out from the standard and from nothing of the sender. */
export function isSigned({ headers, raw }: ReceivedCall, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`
  const expected = createHmac('sha256', key).update(content).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.replace('v1,', ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}
