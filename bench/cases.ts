import { randomUUID } from 'node:crypto'
import { fire, type Result, type Shot } from './generator.ts'
import type { Item, Work } from './prepare.ts'

const base = '/api/v1/records/studyExperience'
const study = {
  educationLevel: '21',
  educationCountry: '156',
  educationSchool: '杏川师范大学',
  major: '汉语言文学',
  isNormalMajor: true,
  startMonth: '2014-09',
  endMonth: '2018-06',
  studyMode: '1',
  degreeLevel: '0',
}

/** A summary of work needs no evidence. */
const summaries = '/api/v1/records/workSummary'
const summary = { schoolYear: 2024, semester: '1', title: '学期工作总结', content: '完成了全部教学任务。' }

const pickFrom = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** More approvals than a server does in a second on any machine this was run on. */
const approvedPerSecond = 4_000

/** How long a round is, and how many requests are under way at a time. */
export interface Round {
  readonly seconds: number
  readonly connections: number
}

/** New ones are written and submitted, by turns, on each connection. */
function submitting(work: Work) {
  const written = new Map<number, Item>()
  const tokens = new Map<number, string>()
  const next = (connection: number): Shot => {
    const item = written.get(connection)
    if (item)
      return {
        method: 'POST',
        path: `${summaries}/${item.id}/submit`,
        token: item.token,
        body: { version: item.version },
      }
    const { token } = pickFrom(work.creators)
    tokens.set(connection, token)
    const body = { ...summary, summaryKind: randomUUID().slice(0, 30) }
    return { method: 'POST', path: summaries, token, body, key: randomUUID() }
  }
  const answered = (connection: number, text: string): void => {
    if (written.delete(connection)) return
    const { data } = JSON.parse(text) as { data: { id: string; version: number } }
    written.set(connection, { ...data, token: tokens.get(connection) ?? '' })
  }
  const refused = (connection: number): void => void written.delete(connection)
  return [next, answered, refused] as const
}

/** What each case sends. Drafts remember their version per connection, so that no edit is stale. */
export function cases(
  work: Work,
  { seconds, connections }: Round,
): Record<string, (port: number) => Promise<Result>> {
  const approvals: Item[] = []
  const versions = new Map<string, number>(work.drafts.map((d) => [d.id, d.version]))
  const go = (port: number, next: (c: number) => Shot | null, done?: (c: number, text: string) => void) =>
    fire(port, connections, seconds, next, done)
  return {
    list: (port) => go(port, () => ({ method: 'GET', path: base, token: pickFrom(work.readers).token })),
    read: (port) =>
      go(port, () => {
        const item = pickFrom(work.singles)
        return { method: 'GET', path: `${base}/${item.id}`, token: item.token }
      }),
    update: (port) =>
      go(port, (c) => {
        const mine =
          work.drafts[
            c + connections * Math.floor(Math.random() * Math.floor(work.drafts.length / connections - 1))
          ]
        if (!mine) return null
        const version = versions.get(mine.id) ?? 1
        versions.set(mine.id, version + 1)
        return {
          method: 'PUT',
          path: `${base}/${mine.id}`,
          token: mine.token,
          body: { major: randomUUID(), version },
        }
      }),
    create: (port) =>
      go(port, () => ({
        method: 'POST',
        path: base,
        token: pickFrom(work.creators).token,
        body: study,
        key: randomUUID(),
      })),
    submit: (port) => fire(port, connections, seconds, ...submitting(work)),
    approve: async (port) => {
      // An approval uses up its item: each round begins with enough of them.
      const missing = seconds * approvedPerSecond - approvals.length
      if (missing > 0) approvals.push(...(await work.moreApprovals(missing)))
      return go(port, () => {
        const item = approvals.pop()
        return item
          ? {
              method: 'POST',
              path: `${base}/${item.id}/approve`,
              token: item.token,
              body: { version: item.version },
            }
          : null
      })
    },
  }
}
