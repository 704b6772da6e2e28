import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { CampaignView, ObjectionList, OutcomeList } from '../../../catalogue/contract/campaigns.ts'
import type { ItemCandidates, Results } from '../../../catalogue/contract/review/rounds.ts'
import { usualRules } from '../../../catalogue/contract/review/rules.ts'
import { runClock } from '../../engine/processes/index.ts'
import { assignRound } from '../../features/expert-review/assigning.ts'
import {
  boardOf,
  good,
  listOf,
  packetOf,
  poolOf,
  reviewingOf,
  score,
  url as reviews,
  viewOf,
} from '../../features/expert-review/test-review.ts'
import { codeIn, printed, verifiedAs } from '../../features/forms/test-papers.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { processingOf } from '../processing.ts'
import { reviewSourcesOf } from '../review-sources.ts'
import { testRegion, type Person, type Region } from '../testing/test-region.ts'
import {
  beginEntry,
  entryOf,
  move,
  openNotice,
  read,
  write,
  type CaseAnswer,
} from '../testing/test-research.ts'
import { picture } from '../testing/test-values.ts'

/** A whole campaign of a province as its people live it, every step through the calls of the portal. */
const notice = '/api/v1/research/notice'
let region: Region
let p: Region['people']
beforeAll(async () => {
  region = await testRegion('whole-campaign')
  p = region.people
})
afterAll(() => region.close())

const clockRuns = () => runClock(processingOf(region.engine), new AbortController().signal)

interface CampaignEntry {
  readonly leader: Person
  readonly name: string
  readonly entry: CaseAnswer
}

/** So many teachers of a school apply, each with a title of their own. */
async function applications(campaign: CampaignView, place: number, count: number): Promise<CampaignEntry[]> {
  const made: CampaignEntry[] = []
  for (let n = 1; n <= count; n += 1) {
    const name = `申${place}之${n}`
    const leader = await region.add(2, place, name)
    const form = await entryOf(region, leader, 'researchProject')
    const projectName = `第${place}单位第${n}项课题研究`
    const entry = await beginEntry(leader, campaign, Object.assign({}, form, { projectName }))
    expect((await move(leader, entry, 'submit')).msg).toBe('ok')
    made.push({ leader, name, entry })
  }
  return made
}

async function recommended(office: Person, entries: readonly CampaignEntry[]): Promise<CampaignEntry[]> {
  const through: CampaignEntry[] = []
  for (const one of entries) if ((await move(office, one.entry, 'approve')).status === 200) through.push(one)
  return through
}

const grant = (who: Person, { id }: CampaignView, grants: readonly (readonly [number, number])[]) =>
  good(
    who.put(`${notice}/${id}/quota`, {
      grants: grants.map(([institution, granted]) => ({ institution, granted })),
    }),
  )

it('goes from the notice to the archive: 60 apply, 20 are recommended, 12 experts review, one objection is upheld', async () => {
  const { places } = region
  const campaign = await openNotice(p.province, { quota: 20, publicityDays: 5 })
  await grant(p.province, campaign, [[places.city, 20]])
  await grant(p.city, campaign, [
    [places.district, 10],
    [places.otherDistrict, 8],
    [places.citySchool, 2],
  ])
  await grant(p.area, campaign, [
    [places.school, 6],
    [places.sibling, 4],
  ])
  await grant(p.otherArea, campaign, [[places.otherSchool, 8]])

  const own = await applications(campaign, places.school, 22)
  const sibling = await applications(campaign, places.sibling, 14)
  const west = await applications(campaign, places.otherSchool, 20)
  const ofCity = await applications(campaign, places.citySchool, 4)
  const sent = [
    ...(await recommended(p.school, own)),
    ...(await recommended(p.siblingSchool, sibling)),
    ...(await recommended(p.otherSchool, west)),
    ...(await recommended(await region.add(3, places.citySchool, '市直员'), ofCity)),
  ]
  expect(sent).toHaveLength(20)
  const order = sent.slice(0, 6).map(({ entry }) => entry.data.id)
  const ranked = await good(
    p.school.put<{ list: { id: string }[] }>(`${notice}/${campaign.id}/ranking`, {
      order: order.toReversed(),
    }),
  )
  expect(ranked.list[0]?.id).toBe(order.at(-1))
  await recommended(p.area, sent.slice(0, 10))
  await recommended(p.otherArea, sent.slice(10, 18))
  expect(await recommended(p.city, sent)).toHaveLength(20)
  for (const { entry } of sent)
    expect((await move(p.province, entry, 'assign')).data.state).toBe('expertReview')

  // Twelve experts; two of them work where somebody applied.
  const experts = await poolOf(region, 12)
  for (const [at, place] of [
    [0, places.school],
    [1, places.otherSchool],
  ] as const)
    await region.db.execute(sql`
      insert into identity (person_id, role, institution_id) values (${experts[at]?.personId ?? 0}, 3, ${place})`)
  const [choice] = await good(
    p.province.get<{ list: { scope: string; source: string; items: number }[] }>(`${reviews}/sources`),
  ).then(({ list }) => list)
  expect(choice).toMatchObject({ scope: campaign.id, items: 20 })
  const made = await good(
    p.province.post<{ id: string; version: number }>(`${reviews}/rounds`, {
      title: '2026 年度课题评审',
      source: choice?.source,
      scope: choice?.scope,
      rules: Object.assign({}, usualRules, {
        perItem: 3,
        perExpert: 8,
        least: 3,
        subjects: 'any',
        dropFrom: null,
        normalise: 'none',
        arbitrationAbove: 2000,
      }),
    }),
  )
  await good(p.province.post(`${reviews}/rounds/${made.id}/open`, { version: made.version }))
  const o = reviewingOf(region, reviewSourcesOf(region.db))
  await assignRound(o, made.id)
  expect((await viewOf(region, made.id)).shortfall).toEqual([])
  const board = await boardOf(region, made.id)
  const ofSchool = board.list.find(({ title }) => title.startsWith(`第${places.school}单位`))
  const candidates = await good(
    p.province.get<ItemCandidates>(`${reviews}/rounds/${made.id}/items/${ofSchool?.id}/candidates`),
  )
  const conflicted = candidates.list.find(({ name }) => name === '专家1')
  expect(conflicted?.conflicts).toContain('sameInstitution')
  // What is under review is not decided by hand.
  const byHand = await move(p.province, sent[0]?.entry as CaseAnswer, 'reject', { reason: '不行' })
  expect([byHand.status, byHand.msg]).toEqual([409, expect.stringContaining('专家正在评审')])

  // Two refuse a packet each and are replaced.
  const refusing = experts.slice(2, 4)
  for (const expert of refusing) {
    const [task] = await listOf(expert)
    await good(expert.post(`${reviews}/expert/${task?.id}/avoid`, { reason: '与申报人有合作' }))
  }
  const tasksOf = async () => (await boardOf(region, made.id)).list.flatMap(({ tasks }) => tasks)
  const standing = (await tasksOf()).filter(({ state }) => state !== 'avoided')
  expect(standing).toHaveLength(60)

  // Scores follow the title; one work is seen very differently and gets another expert.
  const share = (title: string) => 0.5 + (Number(/第(\d+)项/.exec(title)?.[1] ?? 0) % 20) / 50
  const apart = board.list[0]?.title ?? ''
  let strict = true
  for (let round = 0; round < 2; round += 1)
    for (const expert of experts)
      for (const task of await listOf(expert)) {
        if (task.state !== 'assigned' && task.state !== 'reviewing') continue
        const { title } = await packetOf(expert, task.id)
        const isApart = title === apart
        await score(expert, task.id, isApart ? (strict ? 0.3 : 0.95) : share(title))
        if (isApart) strict = false
      }
  expect((await tasksOf()).filter(({ kind }) => kind === 'arbitration')).toHaveLength(1)
  const view = await viewOf(region, made.id)
  await good(p.province.post(`${reviews}/rounds/${made.id}/close`, { version: view.version }))
  const results = await good(p.province.get<Results>(`${reviews}/rounds/${made.id}/results`))
  expect(results.list.map(({ rank }) => rank).filter((rank) => rank !== null)).toHaveLength(20)

  const outcomes = () => good(p.province.get<OutcomeList>(`${notice}/${campaign.id}/outcomes`))
  const found = (await outcomes()).list
  expect(found.map(({ code, rank, score: points }) => [code, rank, points])).toEqual(
    results.list
      .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.code < b.code ? -1 : 1))
      .map(({ code, rank, score: points }) => [code, rank, points]),
  )
  for (const other of [p.city, p.school])
    expect((await other.get(`${notice}/${campaign.id}/outcomes`)).status).toBe(404)
  // A cut that parts equal ranks is refused; the first one that does not is taken.
  const cut = [8, 9, 10, 11, 12].find((n) => found[n - 1]?.rank !== found[n]?.rank) ?? 10
  const decide = (cuts: number[]) =>
    p.province.post<{ granted: number; refused: number; failed: unknown[] }>(
      `${notice}/${campaign.id}/outcomes`,
      {
        cuts,
        reason: '未达到立项线',
      },
    )
  expect((await decide([99])).status).toBe(400)
  const opinionsOf = async ({ leader, entry }: CampaignEntry) =>
    (await good(leader.get<CaseView>(`/api/v1/research/project/${entry.data.id}`))).opinions
  const [first] = sent
  if (!first) throw new Error('nobody applied')
  expect(await opinionsOf(first)).toEqual([])
  expect(await good(decide([cut]))).toEqual({ granted: cut, refused: 20 - cut, failed: [] })
  // The applicant reads what experts wrote once it is decided, and not whose it is.
  const opinions = await opinionsOf(first)
  expect(opinions.length).toBeGreaterThan(0)
  expect(opinions.every((opinion) => opinion.length > 10)).toBe(true)
  expect(await good(decide([cut]))).toEqual({ granted: 0, refused: 0, failed: [] })
  expect((await outcomes()).list.filter(({ state }) => state === 'publicity')).toHaveLength(cut)

  // Two objections: one is upheld, one is not.
  const hung = sent.filter(({ entry }) => found.slice(0, cut).some(({ id }) => id === entry.data.id))
  const [doubted, praised] = hung
  for (const [one, words] of [
    [doubted, '与往年的获奖成果雷同，请核实。'],
    [praised, '课题组成员没有参加过研究，请核实。'],
  ] as const)
    await region.app.inject({
      method: 'POST',
      url: `${notice}/${campaign.id}/objection`,
      payload: { caseId: one?.entry.data.id, name: '赵如是', contact: '13800001234', words },
    })
  const objections = await good(p.province.get<ObjectionList>(`${notice}/${campaign.id}/objections`))
  for (const { id, caseId } of objections.list)
    await good(
      p.province.put(`${notice}/${campaign.id}/objections/${id}`, {
        answer: '已经组织核实。',
        upheld: caseId === doubted?.entry.data.id,
      }),
    )
  expect(
    (await move(p.province, doubted?.entry as CaseAnswer, 'object', { reason: '查证属实' })).data.state,
  ).toBe('notApproved')
  await region.db.execute(sql`
    update process_case
    set acts_on = current_date, value = value || ${sql.json({ publicityEnd: addDays(today(), -2) })}
    where campaign_id = ${campaign.id}::uuid and state = 'publicity'`)
  await clockRuns()
  const { list } = await outcomes()
  expect(list.filter(({ state }) => state === 'established')).toHaveLength(cut - 1)

  await untilClosed(praised as CampaignEntry)
}, 300_000)

/** Opening, midterm, another leader, closing, the archive. */
async function untilClosed({ leader, entry }: CampaignEntry): Promise<void> {
  const established = (await read(leader, entry)).data
  expect(established.number).toMatch(/^YJ2026-\d{4}$/)
  const files = [await picture(region, leader)]
  const rich = '<p>如题。</p>'
  await write(leader, entry, {
    openDate: '2026-10-10',
    openPlace: '报告厅',
    openMode: '1',
    openExperts: '张、李',
    openReport: rich,
    openOpinion: '同意开题',
    openFiles: files,
  })
  await good(move(leader, entry, 'submitOpening'))
  await good(move(p.province, entry, 'approveOpening'))
  await write(leader, entry, {
    progress: rich,
    stageResult: rich,
    problem: '样本少',
    nextPlan: '扩大样本',
    midtermFiles: files,
  })
  await good(move(leader, entry, 'submitMidterm'))
  await good(move(p.province, entry, 'approveMidterm'))

  const next = await region.add(2, region.places.sibling, '接任者')
  const change: CaseAnswer = await leader.post('/api/v1/research/change', {
    about: { case: entry.data.id },
    value: { kind: '1', newLeader: '接任者', newLeaderAt: region.places.sibling, reason: '原主持人援疆' },
  })
  await good(move(leader, change, 'submit'))
  const school = (await read(leader, change)).data.holder?.institution?.id
  await good(move(school === region.places.school ? p.school : p.siblingSchool, change, 'approve'))
  expect((await good(move(p.province, change, 'approve'))).state).toBe('approved')

  await write(next, entry, {
    workReport: rich,
    researchReport: rich,
    mainResult: '论文两篇',
    closingFiles: [await picture(region, next)],
  })
  await good(move(next, entry, 'submitClosing'))
  const closed = await good(move(p.province, entry, 'approveClosing', { value: { closingGrade: '1' } }))
  expect(closed.state).toBe('closed')
  const archived = await next.get<unknown>('/api/v1/records/researchRecord?page=1&pageSize=10')
  expect(JSON.stringify(archived.data)).toContain(established.number)

  // The certificate is the new leader's; whoever holds it can ask whether it is so.
  const asked = { form: 'closingCertificate', about: entry.data.id }
  const certificate = await printed(region, next, asked)
  for (const words of ['接任者：', `${established.number}-JT`, '结题等级：优秀', '课题组成员'])
    expect(certificate.text).toContain(words)
  const code = codeIn(certificate.text)
  const verified = await verifiedAs(region, code)
  expect(verified).toMatchObject({ state: 'valid', title: '结题证书', holder: '接＊＊', by: null })
  expect(verified?.says).toContainEqual({ label: '证书编号', text: `${established.number}-JT` })

  // What is withdrawn is taken out of the archive, and its certificate says so.
  await good(move(p.province, entry, 'revoke', { reason: '查实成果造假' }))
  expect(await verifiedAs(region, code)).toMatchObject({ state: 'revoked', says: [] })
  const after = await next.get<{ list: unknown[] }>('/api/v1/records/researchRecord?page=1&pageSize=10')
  expect(after.data.list).toMatchObject([{ approvalNo: established.number, state: 'voided' }])
  expect((await next.post('/api/v1/forms/print', asked)).status).toBe(409)
}
