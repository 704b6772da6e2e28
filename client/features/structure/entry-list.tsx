import { Link, useLocation } from 'react-router'
import {
  structureActLabels,
  structureEntries,
  type StructureEntry,
} from '../../../catalogue/contract/administration/structure.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { path, useForget } from './use-structure.ts'

const stateWords: Readonly<Record<StructureEntry['state'], string>> = {
  waiting: '待生效',
  done: '已办结',
  failed: '未能办理',
  cancelled: '已取消',
}

/** Changes of the structure, those that wait first. */
export function EntryList({ entries }: { entries: readonly StructureEntry[] }) {
  const { pathname } = useLocation()
  return (
    <RowList label="机构调整" stale={false}>
      {entries.map((entry) => (
        <li key={entry.id} className="structure-entry">
          <p>
            <b>{structureActLabels[entry.act]}</b>{' '}
            {entry.institutions.map(({ id, name }, i) => (
              <span key={id}>
                {i > 0 && '、'}
                <Link to={`${pathname}?id=${id}`}>{name}</Link>
              </span>
            ))}
            <span className={`structure-state structure-${entry.state}`}>{stateWords[entry.state]}</span>
          </p>
          <p className="x-soft x-dense">
            <span className="x-num">{entry.on}</span> 起生效　{entry.reason}　{entry.by}
          </p>
          {entry.fault !== null && <p className="structure-fault x-dense">{entry.fault}</p>}
          {entry.state === 'waiting' && <Cancel entry={entry} />}
        </li>
      ))}
    </RowList>
  )
}

function Cancel({ entry }: { entry: StructureEntry }) {
  const { busy, faults, run } = useAct([])
  const forget = useForget()
  const cancel = async () => {
    const names = entry.institutions.map(({ name }) => name).join('、')
    const yes = await confirm({
      title: `取消${structureActLabels[entry.act]}${names}？`,
      text: `${entry.on} 不再自动办理。`,
      ok: '取消调整',
      danger: true,
    })
    if (!yes) return
    await api.del(`${path}/${entry.id}`, { schema: structureEntries })
    await forget()
    notify.success('已取消')
  }
  return (
    <>
      {faults['form'] !== undefined && <p className="structure-fault x-dense">{faults['form']}</p>}
      <Button busy={busy} onClick={() => void run(cancel)}>
        取消调整
      </Button>
    </>
  )
}
