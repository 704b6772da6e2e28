import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePortal, startPortal, stopPortal } from '../e2e/tools/portal.ts'
import { loadOrCreateSecret } from '../server/platform/config/secret.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { existingCluster } from '../server/platform/db/embedded/pg-cluster.ts'
import { DATABASE_NAME, OWNER_ROLE, passwordOf } from '../server/platform/db/roles.ts'
import { sql } from '../server/platform/db/sql.ts'
import { gramsOf } from '../server/engine/publishing/index.ts'
import { byIndex, cellsQuery } from '../server/features/portal/search.ts'

/**
 * Times finding among 100 000 public articles of some 400 letters, over HTTP, one request at a time, on the
 * embedded database with its default settings. Articles come straight into the tables, their pairs of letters
 * made by the portal's own code. Prints medians.
 */
const articles = Number(process.env['BENCH_ARTICLES'] ?? 100_000)
/** Below the limit of a minute. */
const asked = 9

const words =
  '教师 研修 培训 通知 学校 课程 课堂 评价 骨干 名师 工作室 教研 活动 听课 评课 继续教育 学时 登记 职称 评审 考核 师德 师风 专题 学习 省级 市级 县区 乡村 支教 交流 轮岗 招聘 公示 名单 结果 报名 时间 地点 要求 材料 提交 截止 联系人 电话 附件 办法 细则 意见 方案 计划 总结 报告 数学 语文 英语 物理 化学 生物 历史 地理 政治 体育 音乐 美术 信息技术 班主任 德育 心理 安全 卫生 食堂 宿舍 校车 图书 实验 竞赛 论文 课题 立项 结题 成果 推广 资源 平台 档案 数据 统计 质量 监测'.split(
    ' ',
  )
/** Numbers that are the same in every run. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const pick = random(7)
const sentence = (length: number) =>
  Array.from({ length }, () => words[Math.floor((pick(1000) / 1000) ** 2 * words.length)] ?? '').join('')

const folder = await mkdtemp(join(tmpdir(), 'xingtan-search-'))
const portal = await startPortal({
  DATA_DIR: folder,
  REQUESTS_PER_MINUTE: '1000000',
  JOBS: 'off',
  OFFICE_PROGRAM: 'off',
})
try {
  const port = (
    await readFile(join((await existingCluster(folder)) ?? folder, 'postmaster.pid'), 'utf8')
  ).split('\n')[3]
  const secret = await loadOrCreateSecret(join(folder, 'database.key'))
  const db = openDatabase({
    url: `postgres://${OWNER_ROLE}:${passwordOf(secret, OWNER_ROLE)}@127.0.0.1:${port}/${DATABASE_NAME}`,
    max: 1,
    statementTimeout: 0,
  })
  const { id: place } = await db.one<{ id: number }>(
    sql`select id from institution where level = 'city' order by id limit 1`,
  )
  // Built at the end: some forty million pairs one by one would take longer than everything else.
  const { made } = await db.one<{ made: string }>(
    sql`select pg_get_indexdef('content_search_grams'::regclass) as made`,
  )
  await db.query(sql`drop index content_search_grams`)
  for (let done = 0; done < articles; done += 1000) {
    const rows = Array.from({ length: 1000 }, (_, i) => {
      const title = `关于${sentence(4)}的通知`
      const body =
        Array.from({ length: 12 }, () => `${sentence(12)}。`).join('\n') + (done + i === 4242 ? '魑魅' : '')
      const titled = gramsOf(title)
      return {
        title,
        body,
        grams: [...new Set([...titled, ...titled.map((gram) => `T${gram}`), ...gramsOf(body)])].join(' '),
        hours: done + i,
      }
    })
    // One batch after another: each is one statement.
    await db.query(sql`
      with given as (select *
        from unnest(${rows.map((r) => r.title)}::text[], ${rows.map((r) => r.body)}::text[],
            ${rows.map((r) => r.grams)}::text[], ${rows.map((r) => r.hours)}::int[]) as g (title, body, grams,
            hours)),
      made as (insert into content (type, value, live, live_no, state, publish_at, by_identity,
            institution_id)
        select (array['policy', 'notice', 'trainingNews'])[1 + hours % 3], jsonb_build_object('title', title),
          jsonb_build_object('title', title, 'content', body, 'visibility', '2', 'areaCode',
              '4417' || (hours % 5)::text || '0'),
          1, 'published', now() - make_interval(mins => hours * 20), 1, ${place}::int
        from given returning id, live, type, publish_at)
      insert into content_search (content_id, live_no, type, area_code, audience, publish_at, year, grams)
      select m.id, 1, m.type, m.live ->> 'areaCode', '2', m.publish_at, extract(year
        from m.publish_at at time zone 'Asia/Shanghai'), array_to_tsvector(string_to_array(g.grams, ' '))
      from made m
      join given g on g.title = m.live ->> 'title' and g.body = m.live ->> 'content'`)
  }
  await db.query(sql.raw(made))
  await db.query(sql`vacuum analyze content_search`)
  const { n, bytes } = await db.one<{ n: number; bytes: string }>(
    sql`select count(*)::int as n, pg_size_pretty(pg_total_relation_size('content_search')) as bytes
      from content_search`,
  )
  process.stdout.write(`${n} articles, the search takes ${bytes}\n`)
  for (const q of [
    '教师',
    '监测',
    '魑魅',
    '研修培训',
    '教师 研修 名单',
    '教师&type=policy',
    '通知&page=400',
    '师',
    '课题立项结题报告',
    '不存在的词',
  ]) {
    const [text = '', more = ''] = q.split('&')
    const times: number[] = []
    let total = 0
    for (let i = 0; i < asked; i += 1) {
      const from = performance.now()
      const answer = (await (
        await fetch(`${portal.url}/api/v1/portal/search?q=${encodeURIComponent(text)}${more && `&${more}`}`)
      ).json()) as { data: { total: number } | null }
      times.push(performance.now() - from)
      total = answer.data?.total ?? -1
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
    process.stdout.write(
      `${q.padEnd(20)} ${String(total).padStart(6)} found: median ${at(0.5)} ms, worst ${at(0.99)} ms\n`,
    )
  }
  for (const word of ['监测', '教师']) {
    const plan = await byIndex<{ 'QUERY PLAN': string }>(
      db,
      sql`explain (analyze, buffers) ${cellsQuery(null, [word])}`,
    )
    process.stdout.write(`${word}\n${plan.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}\n`)
  }
  await db.close()
} finally {
  await stopPortal(portal.process)
  await removePortal(folder)
}
