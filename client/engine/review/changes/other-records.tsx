import type { AnyRecord } from '../../../../catalogue/define.ts'
import { StatusMark } from '../../../ui/look/status-mark.tsx'
import { useRecordList } from '../../data/queries.ts'
import { Show } from '../../kinds/show.tsx'

/** The owner’s other records of this type, so that the reviewer sees overlaps and contradictions. */
export function OtherRecords(props: {
  definition: AnyRecord
  ownerId: number
  ownerName: string
  except: string
}) {
  const { definition, ownerId, ownerName, except } = props
  const { data } = useRecordList(definition.name, { ownerId }, definition.cardinality !== 'one')
  if (definition.cardinality === 'one' || !data) return null
  const rows = data.list.filter((row) => row.id !== except && row.ownerId === ownerId)
  const order = definition.fields[definition.pages.list.order]
  return (
    <section className="xr-others">
      <h2>
        {ownerName}的其他{definition.title}
      </h2>
      {rows.length === 0 && <p className="x-faint x-dense">没有其他记录。</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            {order && (
              <span className="x-num x-faint">
                <Show field={order} value={row[definition.pages.list.order]} none="" />
              </span>
            )}
            <span>{row.summary}</span>
            <StatusMark
              state={row.pending ?? row.state}
              level={row.level}
              change={row.effective}
              unconfirmed={row.unconfirmed}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
