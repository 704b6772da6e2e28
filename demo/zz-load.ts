import { openTestRegion } from './test-region.ts'
let t=performance.now()
const r = await openTestRegion('zz')
console.log('load+db', Math.round(performance.now()-t), Math.round(process.memoryUsage().rss/1e6))
await r.remove(); process.exit(0)
