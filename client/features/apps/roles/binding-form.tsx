import { useState } from 'react'
import { roleEntry } from '../../../../catalogue/access/roles.ts'
import {
  appRoles,
  type AppBinding,
  type AppRole,
  type RoleLine,
  type ShownBinding,
} from '../../../../catalogue/contract/administration/apps.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useManageActs } from '../manage/use-manage.ts'
import { AddPlace } from './add-place.tsx'

const isEverywhere = ({ clientId, placeId }: AppBinding): boolean => clientId === null && placeId === null

/** Whom one app is given: a level for each role, then what holds for single clients and institutions. */
export function BindingForm({
  line,
  isOffice,
  onClose,
}: {
  line: RoleLine
  isOffice: boolean
  onClose: () => void
}) {
  const [lines, setLines] = useState<readonly ShownBinding[]>(() => begun(line, isOffice))
  const { busy, faults, run } = useAct([])
  const { bind } = useManageActs()
  const most = (role: AppRole): number =>
    isOffice ? (line.above.find((one) => one.role === role)?.level ?? 0) : 2
  const save = (body: object, said: string) =>
    run(async () => {
      await bind.mutateAsync({ app_id: line.app_id, version: line.version, ...body })
      notify.success(said)
      onClose()
    })
  const sent = lines.map(({ role, clientId, placeId, level }) => ({ role, clientId, placeId, level }))
  return (
    <div className="app-below">
      <Panel title={`授权：${line.name}`}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save({ lines: sent }, '已保存授权')
          }}
        >
          <div className="app-roles">
            {appRoles
              .filter((role) => most(role) > 0)
              .map((role) => (
                <RoleLevel key={role} role={role} most={most(role)} lines={lines} onChange={setLines} />
              ))}
          </div>
          <Single lines={lines} onChange={setLines} />
          <AddPlace
            isOffice={isOffice}
            roles={appRoles.filter((role) => most(role) > 0)}
            onAdd={(added) => setLines([...lines.filter((one) => keyOf(one) !== keyOf(added)), added])}
          />
          {faults['form'] !== undefined && (
            <p className="app-fault" role="alert">
              {faults['form']}
            </p>
          )}
          <p className="app-line">
            <Button type="submit" look="primary" busy={busy}>
              保存授权
            </Button>
            {isOffice && line.narrowed && (
              <Button busy={busy} onClick={() => void save({}, '已恢复为上级的授权')}>
                恢复为上级的授权
              </Button>
            )}
            <Button look="text" onClick={onClose}>
              取消
            </Button>
          </p>
        </form>
      </Panel>
    </div>
  )
}

/** What an office begins with: its own lines, or all that reaches it. */
function begun({ lines, above, narrowed }: RoleLine, isOffice: boolean): readonly ShownBinding[] {
  if (!isOffice || narrowed) return lines
  return appRoles.flatMap((role) => {
    const level = above.find((one) => one.role === role)?.level
    return level === 1 || level === 2
      ? [{ role, level, clientId: null, placeId: null, client: null, place: null }]
      : []
  })
}

const keyOf = ({ role, clientId, placeId }: AppBinding): string => `${role}/${clientId}/${placeId}`

function RoleLevel({
  role,
  most,
  lines,
  onChange,
}: {
  role: AppRole
  most: number
  lines: readonly ShownBinding[]
  onChange: (lines: readonly ShownBinding[]) => void
}) {
  const now = lines.find((one) => one.role === role && isEverywhere(one))?.level ?? 0
  const put = (level: 0 | 1 | 2) => {
    const others = lines.filter((one) => one.role !== role || !isEverywhere(one))
    onChange(
      level === 0
        ? others
        : [...others, { role, level, clientId: null, placeId: null, client: null, place: null }],
    )
  }
  const choices = ([2, 1, 0] as const).filter((level) => level <= most)
  return (
    <fieldset>
      <legend>{roleEntry(role).label}</legend>
      {choices.map((level) => (
        <label key={level}>
          <input type="radio" name={`app-role-${role}`} checked={now === level} onChange={() => put(level)} />
          {{ 0: '不开放', 1: '可申请', 2: '可使用' }[level]}
        </label>
      ))}
    </fieldset>
  )
}

/** Lines of single clients and institutions, which count beside those of the whole role. */
function Single({
  lines,
  onChange,
}: {
  lines: readonly ShownBinding[]
  onChange: (lines: readonly ShownBinding[]) => void
}) {
  const single = lines.filter((one) => !isEverywhere(one))
  if (single.length === 0) return null
  return (
    <ul className="app-single" aria-label="单独的授权">
      {single.map((one) => {
        const words = [roleEntry(one.role).label, one.place, one.client].filter(Boolean).join('　')
        return (
          <li key={keyOf(one)}>
            {words}：{one.level === 2 ? '可使用' : '可申请'}
            <Button
              look="text"
              aria-label={`移除${words}`}
              onClick={() => onChange(lines.filter((other) => other !== one))}
            >
              移除
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
