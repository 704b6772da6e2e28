import type { OutsideEntered } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'

/** What a door said of the person who tried it, for the administrator. */
export function TrialClaims({
  label,
  claims,
}: {
  label: string
  claims: NonNullable<OutsideEntered['claims']>
}) {
  return (
    <div className="signin-form">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {label}试登录成功
      </h1>
      <p className="signin-lead">对方确认了以下内容。没有登录，也没有绑定任何账号。</p>
      <dl className="signin-claims">
        {claims.map(({ name, value }, at) => (
          <div key={`${at} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="signin-acts">
        <ButtonLink look="primary" large to="/appCore/dengluFangshi">
          返回登录方式
        </ButtonLink>
      </p>
    </div>
  )
}
