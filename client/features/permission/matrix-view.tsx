import { useSearchParams } from 'react-router'
import { matrixVerbs } from '../../../catalogue/access/matrix.ts'
import { isRole, roleEntry, roles, type Role } from '../../../catalogue/access/roles.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { csvLines } from '../../../catalogue/rules/sheet.ts'
import { saveText } from '../../platform/api/download.ts'
import { today } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { definitions, regimeLabels, rowOf, verbLabels } from './words.ts'

const archives = { personal: '个人档案', professional: '专业档案', integrity: '诚信档案' } as const

/**
 * Role × record type × verb, from the functions that decide; beside a second role only where the two differ.
 */
export function MatrixView() {
  const [search, setSearch] = useSearchParams()
  const roleIn = (key: string): Role | null => {
    const given = Number(search.get(key))
    return isRole(given) ? given : null
  }
  const role = roleIn('role') ?? 2
  const other = roleIn('with')
  const q = search.get('q') ?? ''
  const put = (part: Record<string, string>) => {
    const next = { role: String(role), with: other === null ? '' : String(other), q, ...part }
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })
  }
  const shown = definitions.filter((one) =>
    [one.title, archives[one.archive], regimeLabels[one.regime]].some((word) => word.includes(q.trim())),
  )
  const rows = shown.filter((one) => other === null || differs(one, role, other))
  return (
    <>
      <div className="permission-tools">
        <RoleSelect label="角色" value={role} onChange={(value) => put({ role: value })} />
        <RoleSelect
          label="与另一角色比较"
          value={other}
          none="不比较"
          onChange={(value) => put({ with: value })}
        />
        <label className="x-labelled">
          档案类型
          <input
            type="search"
            value={q}
            maxLength={30}
            placeholder="如 学习经历、登记生效"
            onChange={(event) => put({ q: event.target.value })}
          />
        </label>
        <Button icon="print" onClick={() => window.print()}>
          打印
        </Button>
        <Button icon="download" onClick={() => saveText(`权限表-${today().slice(0, 10)}.csv`, csv())}>
          导出全部角色
        </Button>
      </div>
      {rows.length === 0 && (
        <Empty text={other === null ? '没有符合条件的档案类型。' : '这两个角色在这些类型上没有差别。'} />
      )}
      {rows.length > 0 && (
        <div className="permission-box">
          <table className="permission-matrix">
            <caption>
              {roleEntry(role).label}
              {other !== null && ` 与 ${roleEntry(other).label} 的差别，共 ${rows.length} 类`}
            </caption>
            <thead>
              <tr>
                <th scope="col">档案类型</th>
                {matrixVerbs.map((verb) => (
                  <th key={verb} scope="col">
                    {verbLabels[verb]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <MatrixRow key={one.name} definition={one} role={role} other={other} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function differs(definition: AnyRecord, role: Role, other: Role): boolean {
  const [a, b] = [rowOf(definition, role), rowOf(definition, other)]
  return matrixVerbs.some((verb) => a.get(verb) !== b.get(verb))
}

function MatrixRow({ definition, role, other }: { definition: AnyRecord; role: Role; other: Role | null }) {
  const mine = rowOf(definition, role)
  const theirs = other === null ? null : rowOf(definition, other)
  return (
    <tr data-testid="matrix-row" data-type={definition.name}>
      <th scope="row">
        {definition.title}
        <span className="x-faint x-note">{regimeLabels[definition.regime]}</span>
      </th>
      {matrixVerbs.map((verb) => {
        const [a, b] = [mine.get(verb), theirs?.get(verb)]
        const same = theirs === null || a === b
        return (
          <td
            key={verb}
            data-verb={verb}
            data-label={verbLabels[verb]}
            data-none={same && a === undefined}
            className={same ? undefined : 'permission-differs'}
          >
            {a ?? (
              <span className="x-faint">
                —<span className="x-hidden">不可以</span>
              </span>
            )}
            {!same && other !== null && (
              <p>
                {roleEntry(other).label}：{b ?? '不可以'}
              </p>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function RoleSelect(props: {
  label: string
  value: Role | null
  none?: string
  onChange: (value: string) => void
}) {
  const { label, value, none, onChange } = props
  return (
    <label className="x-labelled">
      {label}
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {roles.map((one) => (
          <option key={one.role} value={one.role}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** All roles and types as a table for a spreadsheet. */
function csv(): string {
  const head = ['角色', '档案类型', '方式', ...matrixVerbs.map((verb) => verbLabels[verb])]
  const lines = roles.flatMap(({ role, label }) =>
    definitions.map((one) => {
      const row = rowOf(one, role)
      return [label, one.title, regimeLabels[one.regime], ...matrixVerbs.map((verb) => row.get(verb) ?? '')]
    }),
  )
  return csvLines([head, ...lines])
}
