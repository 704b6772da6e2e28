import { Link, useSearchParams } from 'react-router'
import { boardKeys, boards } from '../../../catalogue/boards/board.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { Stage } from './stage.tsx'

/** A full-screen board of the officer's region; `?institution=` begins at a place below. */
export function BoardPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const key = boardKeys.find((one) => boards[one].path === entry.path) ?? 'dataLarge'
  const begin = Number(search.get('institution'))
  const audience = search.get('audience') === 'public' ? 'public' : 'inner'
  return (
    <Stage
      key={audience}
      source={{ board: key, audience }}
      begin={Number.isInteger(begin) && begin > 0 ? begin : null}
      back={
        <>
          <Link to="/analysis/shujuDapin">
            <Icon name="return" />
            大屏设置
          </Link>
          <Link to={audience === 'public' ? '?' : '?audience=public'} replace>
            {audience === 'public' ? '看内部数据' : '看公开版'}
          </Link>
        </>
      }
    />
  )
}
