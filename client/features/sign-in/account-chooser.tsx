import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import type { Choices } from './use-sign-in.ts'

const roleName = (role: number) => (isRole(role) ? roleEntry(role).label : '其他身份')

/** A person with several accounts says in which capacity they come today. */
export function AccountChooser({
  choices,
  busy,
  fault,
  onChoose,
  onBack,
}: {
  choices: Choices
  busy: boolean
  fault: string | undefined
  onChoose: (id: number) => void
  onBack: () => void
}) {
  return (
    <div className="signin-form">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        选择身份
      </h1>
      <p className="signin-lead">您有 {choices.length} 个身份，选一个进入；进入后可以在右上角切换。</p>
      {fault !== undefined && <ErrorBox title="登录失败" detail={fault} />}
      <ul className="signin-choices">
        {choices.map(({ id, role, organization, truename }) => (
          <li key={id}>
            <button type="button" disabled={busy} onClick={() => onChoose(id)}>
              <span>
                <b>{organization || truename}</b>
                <span className="x-soft">
                  {roleName(role)}　{truename}
                </span>
              </span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
      <Button look="text" icon="left" onClick={onBack}>
        换一个账号
      </Button>
    </div>
  )
}
