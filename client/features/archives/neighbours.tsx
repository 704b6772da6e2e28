import { useShortcuts } from '../../engine/review/shortcuts.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { useNeighbours } from './use-archive.ts'
import { usePlace } from './use-place.ts'

/**
 * To the teacher before and behind in the list the document was opened from, in its order; J and K as in a
 * review.
 */
export function Neighbours({ teacherId }: { teacherId: number }) {
  const { list, go } = usePlace()
  const { data } = useNeighbours(teacherId, list)
  const open = (to: { teacherId: number } | null | undefined) => {
    if (to) go({ teacher: to.teacherId, page: null })
  }
  useShortcuts({ J: () => open(data?.next), K: () => open(data?.previous) })
  if (data && data.place === null && !data.previous && !data.next) return null
  return (
    <nav className="archive-walk" aria-label="名单里的前后教师">
      <Button
        icon="left"
        disabled={!data?.previous}
        title={data?.previous?.name}
        onClick={() => open(data?.previous)}
      >
        上一位<Kbd>K</Kbd>
      </Button>
      <output className="x-num x-soft">
        {data && data.place !== null && (
          <>
            <span aria-hidden="true">
              {data.place} / {data.total ?? '10000+'}
            </span>
            <span className="x-hidden">
              第 {data.place} 位，共 {data.total ?? '一万以上'} 位
            </span>
          </>
        )}
      </output>
      <Button disabled={!data?.next} title={data?.next?.name} onClick={() => open(data?.next)}>
        下一位<Kbd>J</Kbd>
      </Button>
    </nav>
  )
}
