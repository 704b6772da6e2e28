import { test } from 'vitest'
import { openTestDatabase } from '../server/platform/db/test-database.ts'
import { loadAtScale } from './at-scale.ts'
import { records } from '../catalogue/records/registry.gen.ts'
import { anyRecord } from '../catalogue/define.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { pinyin } from 'pinyin-pro'
test('dev', async () => {
  const t = await openTestDatabase('dev')
  try {
    const reg = Object.fromEntries(Object.entries(records).map(([k, d]) => [k, anyRecord(d as never)]))
    const n = Number(process.env.N ?? 10000)
    const s = performance.now()
    await loadAtScale({ ownerUrl: t.ownerUrl, keys: keysFrom(Buffer.alloc(32, 1)), records: reg, sortForm: (x) => process.env.PY ? pinyin(x, { toneType: 'none', surname: 'head' }) : x, teachers: n, seed: 'a' })
    const ms = performance.now() - s
    let total = 0
    for (const k of ['institution','person','identity','teacher','membership','rec_basic_info','rec_contact_info','rec_study_experience','revision','revision_event','file_use']) {
      const [r] = await t.db.query<{n: number}>({ text: `select count(*) n from ${k}`, values: [], strings: [''] } as never)
      total += r!.n; console.log(k, r!.n)
    }
    console.log(n, 'teachers', Math.round(ms), 'ms', total, 'rows', Math.round(total / ms * 1000), 'rows/s', 'rss', Math.round(process.resourceUsage().maxRSS / 1024), 'MB')
    console.table(await t.db.query({ text: `select type, state, count(*) from revision group by 1,2 order by 1,2`, values: [], strings: [''] } as never))
  } finally { await t.drop() }
}, 300000)
