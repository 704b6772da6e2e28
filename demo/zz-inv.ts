import { invent } from '/work/h-demo/demo/load.ts'
import { records, keys, sortForm } from '/work/h-demo/demo/test-region.ts'
const day = process.argv[2] ?? '2026-11-21'
let t=performance.now()
const scene = await invent({ records, db: null as never, keys, hooks: {}, sortForm }, day)
console.log('invent', Math.round(performance.now()-t), 'ms', Math.round(process.memoryUsage().rss/1e6),'MB', scene.ledger.stories.length, 'stories')
const n: Record<string, number> = {}
let revs=0, lines=0
for (const s of scene.ledger.stories){ n[s.definition.name]=(n[s.definition.name]??0)+1; revs+=s.revisions.length; lines+=s.lines.length }
console.log(n, Object.keys(n).length, revs, lines, scene.region.teachers.length)
const st: Record<string, Record<string, number>> = {}
const held: Record<string, number> = {}
for (const s of scene.ledger.stories) for (const r of s.revisions) { if (r.supersededAt !== null || r.replacedAt !== null && r.state !== 'voided') { if(!s.voidedAt) continue; (st[s.definition.name] ??= {})['takenOut'] = 1; continue }
 const k = st[s.definition.name] ??= {}; k[r.state] = (k[r.state] ?? 0) + 1; if (r.appealed) k['appealed'] = (k['appealed'] ?? 0) + 1
 if (r.holder) { const p = scene.region.persons[scene.region.officer(r.holder.institutionId).personId-1]; const w=p?.loginName ?? ''; if (w) held[w] = (held[w]??0)+1 } }
console.table(st); console.log(held)
