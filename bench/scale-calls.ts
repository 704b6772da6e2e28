import { registry } from '../server/app/records.ts'

/** What kind of question a call is; the summary of `bench:distributed-scale` has a line for each. */
export type Group = 'first pages' | 'queues' | 'search' | 'counts' | 'log'

export interface Call {
  readonly group: Group
  readonly path: string
  /** Sent as JSON by POST where given. */
  readonly body?: unknown
}

/** What one call was answered, and how long it took. */
export interface Line {
  readonly who: string
  readonly group: Group
  readonly path: string
  /** Median and slowest in milliseconds; the first answer is not counted. */
  readonly ms: number
  readonly worst: number
  /** The total, or status and sentence of a refusal. */
  readonly said: string
  /** The answer's data, or the refusal. */
  readonly answer: unknown
}

const q = encodeURIComponent
const study = '/api/v1/records/studyExperience'
const names = ['林', '诗涵', 'zhangmeng', 'zm', 'zh', 'z', '魑魅', 'qqqq']
const inGroup = (group: Group, paths: readonly string[]): Call[] => paths.map((path) => ({ group, path }))
const reviewed = Object.values(registry).filter(({ review }) => review)

/** Every list, queue, search, sort, filter and home, as an office asks for it. */
export const officeCalls: readonly Call[] = [
  ...inGroup('first pages', [
    ...Object.values(registry).map(({ name }) => `/api/v1/records/${name}`),
    '/api/v1/teachers',
    '/api/v1/archives',
    '/api/v1/quality',
    '/api/v1/corrections',
    '/api/v1/userSystemMessage',
  ]),
  ...inGroup(
    'queues',
    reviewed.flatMap(({ name }) =>
      ['open&counts=1', 'forwarded', 'returned', 'done'].map(
        (queue) => `/api/v1/records/${name}?queue=${queue}`,
      ),
    ),
  ),
  ...inGroup('search', [
    `${study}?page=500`,
    `${study}?page=500&pageSize=100`,
    `${study}?sort=major`,
    `${study}?educationLevel=21`,
    `${study}?degreeLevel=1`,
    `${study}?educationSchool=${q('不存在的学校')}`,
    `${study}?q=${q('师范大学')}`,
    `/api/v1/records/basicInfo?sort=gender`,
    ...names.flatMap((name) => [
      `${study}?q=${q(name)}`,
      `${study}?queue=forwarded&q=${q(name)}`,
      `/api/v1/teachers?q=${q(name)}`,
      `/api/v1/archives?q=${q(name)}`,
      `/api/v1/quality?q=${q(name)}`,
      `/api/v1/find?q=${q(name)}`,
    ]),
    `/api/v1/find?q=${q('学校')}`,
    `/api/v1/find?q=${q('通知')}`,
    '/api/v1/archives?page=500',
    `/api/v1/archives?institution=${q('第1学校')}`,
    `/api/v1/archives?institution=${q('第1市第1区第1学校')}`,
  ]),
  ...inGroup('counts', ['/api/v1/workbench', '/api/v1/records', '/api/v1/quality/summary']),
]

/** The log, accounts and the search of the header, as the administrator asks for them. */
export const administratorCalls: readonly Call[] = [
  ...inGroup('log', [
    '/api/v1/log',
    '/api/v1/log?kind=signIn',
    `/api/v1/log?actor=${q('林诗')}`,
    `/api/v1/log?person=${q('林诗')}`,
    '/api/v1/log?action=flow.approved',
    '/api/v1/log?action=keys.rotated',
    `/api/v1/log?institution=${q('第1市第1区第1学校')}`,
    `/api/v1/log?institution=${q('第1区')}`,
    '/api/v1/log?start=2025-11-01&end=2025-11-02',
    '/api/v1/log?start=2026-01-01',
    '/api/v1/log/integrity',
  ]),
  ...inGroup('first pages', ['/api/v1/userManage']),
  ...inGroup('search', [
    ...names.map((name) => `/api/v1/userManage?q=${q(name)}`),
    ...['name', '-name', 'id'].map((sort) => `/api/v1/userManage?sort=${sort}`),
    '/api/v1/userManage?sort=name&role=3',
    '/api/v1/userManage?sort=name&role=6',
    ...names.map((name) => `/api/v1/find?q=${q(name)}`),
    `/api/v1/find?q=${q('学校')}`,
  ]),
]

/**
 * Pages of statistics and a custom query. The first of them waits until the portal has counted everybody
 * once.
 */
export const figureCalls: readonly Call[] = [
  ...inGroup('counts', [
    ...['teacherage', 'teacher_analysis', 'teacher_Statistics', 'teacherecharts'].map(
      (report) => `/api/v1/analysis/${report}`,
    ),
    '/api/v1/analysis/records/studyExperience',
  ]),
  {
    group: 'counts',
    path: '/api/sanalysis/DataAdvancedSearch',
    body: {
      conditions: [
        [
          { field: 'gender', op: 'eq', value: '2' },
          { has: 'studyExperience', min: 1, where: [{ field: 'educationLevel', op: 'eq', value: '21' }] },
        ],
      ],
      page: 1,
      limit: 20,
    },
  },
]

interface Envelope {
  readonly msg: string
  readonly data: { readonly total?: number; readonly totalMore?: true } | null
}

async function ask(port: number, token: string, { path, body }: Call) {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  const { msg, data } = (await response.json()) as Envelope
  return { status: response.status, msg, data, ms: performance.now() - began }
}

/**
 * Asks a call as often as said, one request at a time, after once more that warms the server's and the
 * database's memory.
 */
export async function time(
  { port, token, who }: { readonly port: number; readonly token: string; readonly who: string },
  call: Call,
  repeats: number,
): Promise<Line> {
  let last = await ask(port, token, call)
  const times: number[] = []
  for (let i = 0; i < repeats; i += 1) {
    last = await ask(port, token, call)
    times.push(last.ms)
  }
  times.sort((a, b) => a - b)
  const { status, msg, data } = last
  const refused = `${status} ${msg}`
  return {
    who,
    group: call.group,
    path: decodeURIComponent(call.path.replace('/api/v1/', '')),
    ms: times[Math.floor(times.length / 2)] ?? 0,
    worst: times.at(-1) ?? 0,
    said: status === 200 ? `${data?.total ?? ''}${data?.totalMore ? '+' : ''}` : refused,
    answer: status === 200 ? data : refused,
  }
}

/** Waits until a page of statistics is answered; seconds, null when it was not within the minutes given. */
export async function figuresReady(port: number, token: string, minutes: number): Promise<number | null> {
  const began = performance.now()
  const [call] = figureCalls
  if (!call) return null
  while (performance.now() - began < minutes * 60_000) {
    if ((await ask(port, token, call)).status === 200) return (performance.now() - began) / 1000
    await new Promise((go) => setTimeout(go, 1000))
  }
  return null
}
