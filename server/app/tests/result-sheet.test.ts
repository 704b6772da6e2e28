import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import type { Results } from '../../../catalogue/contract/review/rounds.ts'
import { usualRules } from '../../../catalogue/contract/review/rules.ts'
import {
  good,
  itemOf,
  listOf,
  openedRound,
  openWorld,
  packetOf,
  url,
  viewOf,
  type World,
} from '../../features/expert-review/test-review.ts'
import { readPdf } from '../../platform/pdf/test-read.ts'

/**
 * The result sheet worked out once more from the raw scores that the office takes out, by the sentences of
 * the rules and nothing of the portal's own arithmetic.
 */
let world: World
beforeAll(async () => void (world = await openWorld('result-sheet', 8)))
afterAll(() => world.region.close())

/** Points of each rubric item for a packet: whole and half points that differ by packet and item. */
function marks({ rubric, title }: Packet, nth: number) {
  const item = title.charCodeAt(0)
  const share = (at: number) => ((item * 7 + nth * 13 + at * 5) % 9) / 16 + 0.4
  // Half of the experts judge the first item harshly: whoever is drawn, it lies far apart, and one more
  // expert is asked.
  const severe = title.startsWith('甲') && nth % 2 === 0 ? 0.3 : 1
  return Object.fromEntries(
    rubric.map(({ key, max }, at) => [key, Math.floor((max * share(at) * severe) / 50) * 50]),
  )
}

async function scoreAll(): Promise<void> {
  for (const [nth, expert] of world.experts.entries())
    for (const { id, state } of await listOf(expert)) {
      if (state === 'submitted') continue
      const packet = await packetOf(expert, id)
      const { version } = await good(
        expert.put<{ version: number }>(`${url}/expert/${id}`, {
          scores: marks(packet, nth),
          opinion: '问题与方法对应清楚，抽样有对照，建议补充工具的编制过程和效度说明。',
          conclusion: '1',
          version: packet.version,
        }),
      )
      await good(expert.post(`${url}/expert/${id}/submit`, { version }))
    }
}

/** The rows of the raw scores as the file has them: heads, then one row for each score. */
async function rawScores(id: string): Promise<string[][]> {
  const { province } = world.region.people
  const columns = ['code', 'expert', 'kind', ...usualRules.rubric.map(({ key }) => `score.${key}`)]
  const job = await good(
    province.post<ExportJob>('/api/v1/exports', {
      list: 'reviewScores',
      query: { id },
      columns,
      format: 'xlsx',
      purpose: '1',
    }),
  )
  const { rawPayload } = await world.region.app.inject({
    url: `/api/v1/exports/${job.id}/file`,
    headers: { token: province.token },
  })
  const book = read(rawPayload, { type: 'buffer' })
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[1] ?? ''] ?? {}, {
    header: 1,
    raw: false,
    defval: '',
  })
  return rows.filter(([, expert]) => /^\d+$/.test(String(expert)))
}

const rounded = (value: number): number => Math.floor(value + 0.5 + 1e-9)

/**
 * Score and order of the items by the rules of the round: weights, one highest and one lowest dropped, mean,
 * ties.
 */
function workedOut(rows: readonly string[][]) {
  const weights = usualRules.rubric.map(({ weight, max }) => ({ weight, max: max / 100 }))
  const teaching = usualRules.rubric.findIndex(({ key }) => key === 'teaching')
  const byItem = Map.groupBy(rows, ([code = '']) => code)
  const items = [...byItem].map(([code, own]) => {
    const scored = own.map(([, , kind, ...points]) => ({
      kind,
      // Hundredths of a point, as the sheet rounds each total once.
      total: rounded(
        points.reduce((sum, point, at) => {
          const { weight, max } = weights[at] ?? { weight: 0, max: 1 }
          return sum + (Number(point) / max) * weight * 100
        }, 0),
      ),
      teaching: Number(points[teaching]),
    }))
    const totals = scored.map(({ total }) => total).toSorted((a, b) => a - b)
    const kept = totals.length >= 5 ? totals.slice(1, -1) : totals
    const first = scored.filter(({ kind }) => kind === '初评').map(({ total }) => total)
    return {
      code,
      score: rounded(kept.reduce((sum, total) => sum + total, 0) / kept.length),
      spread: Math.max(...first) - Math.min(...first),
      teaching: Math.round((scored.reduce((sum, one) => sum + one.teaching, 0) / scored.length) * 1e6),
    }
  })
  const compare = (a: (typeof items)[number], b: (typeof items)[number]) =>
    b.score - a.score || b.teaching - a.teaching || a.spread - b.spread
  const sorted = items.toSorted((a, b) => compare(a, b) || (a.code < b.code ? -1 : 1))
  // Whoever is equal in all shares the rank of the first of them.
  return sorted.map((item) => ({ ...item, rank: 1 + sorted.findIndex((one) => compare(one, item) === 0) }))
}

it('says what anybody works out from the raw scores, and prints the same', async () => {
  const { teacher, province } = world.region.people
  world.source.items_ = ['甲题', '乙题', '丙题', '丁题', '戊题', '己题'].map((title) =>
    itemOf(teacher, title),
  )
  const round = await openedRound(world, { perItem: 5, least: 3, subjects: 'any' })
  await scoreAll()
  // Whoever was asked for one more score has it now.
  await scoreAll()
  const { version } = await viewOf(world.region, round.id)
  await good(province.post(`${url}/rounds/${round.id}/close`, { version }))

  const rows = await rawScores(round.id)
  const arbitrated = rows.filter(([, , kind]) => kind === '加评')
  expect(rows.length).toBe(30 + arbitrated.length)
  expect(arbitrated.length).toBeGreaterThan(0)
  const own = workedOut(rows)
  const { list } = await good(province.get<Results>(`${url}/rounds/${round.id}/results`))
  expect(list.map(({ code, score, spread, rank }) => ({ code, score, spread, rank }))).toEqual(
    own.map(({ code, score, spread, rank }) => ({ code, score, spread, rank })),
  )

  const { rawPayload } = await world.region.app.inject({
    url: `${url}/rounds/${round.id}/sheet`,
    headers: { token: province.token },
  })
  const { text } = await readPdf(new Uint8Array(rawPayload))
  for (const { code, score } of own) {
    expect(text).toContain(code)
    expect(text).toContain((score / 100).toFixed(2))
  }
  expect(text).toContain('加评')
})
