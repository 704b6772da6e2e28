import { useDelayed } from './delayed.ts'

/**
 * What a slow request shows: nothing for 400 ms, then a word; while something is being saved, clicks wait
 * too.
 */
export function LoadingOverlay({ reading, writing }: { reading: boolean; writing: boolean }) {
  const late = useDelayed(reading || writing, 400)
  return (
    <div
      className={writing ? 'x-loading x-loading-writing' : 'x-loading'}
      aria-busy={late}
      hidden={!late && !writing}
    >
      <output>{late && <span>{writing ? '正在保存…' : '正在加载…'}</span>}</output>
    </div>
  )
}
