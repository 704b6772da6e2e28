import { useDelayed } from './delayed.ts'

/** The sign of a slow request: a word after 400 ms. While something is saved, it also catches clicks. */
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
