import { Link } from 'react-router'
import type { RollLine } from '../../../catalogue/contract/archive/roll.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { Menu } from '../../engine/list/menu.tsx'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useApart } from './enrol.ts'
import { joiningPath } from './links.ts'

/**
 * Marks a person of whom there may be two, with the other ones, each to be looked at or said to be somebody
 * else.
 */
export function AlikeMark({ line }: { line: RollLine }) {
  const { mutateAsync, isPending } = useApart()
  const joins = joiningPath(line.teacherId) !== null
  if (line.alike.length === 0) return null
  const setApart = (other: number) =>
    void mutateAsync([line.teacherId, other]).then(
      () => notify.success('已记下，不再提示'),
      (error: unknown) => notify.warn(sentenceOf(error)),
    )
  return (
    <Menu className="roll-alike" look="roll-alike-mark" name={`疑似重复：${line.name}`} summary="疑似重复">
      <div className="xr-menu-body" tabIndex={-1}>
        <p>
          姓名、出生日期相同，可能是同一个人。核对前两份档案都保留
          {joins ? '' : '；是同一个人的，请报上级教育局合并'}。
        </p>
        <ul>
          {line.alike.map(({ teacherId, name, institution }) => (
            <li key={teacherId}>
              <Link to={documentPath(teacherId)}>
                {name}，{institution}
              </Link>
              {joins && (
                <Link className="roll-join" to={joiningPath(line.teacherId, teacherId) ?? ''}>
                  核对并合并
                </Link>
              )}
              <Button look="text" busy={isPending} onClick={() => setApart(teacherId)}>
                不是同一人
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Menu>
  )
}
