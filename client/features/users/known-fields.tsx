import { Field } from '../../ui/forms/field.tsx'
import type { Faults } from './use-users.ts'

/** What a person is known by, as typed. */
export interface KnownValues {
  readonly name: string
  readonly loginName: string
  readonly idNo: string
  readonly mobile: string
}

/**
 * Name, account and numbers. `kept`: what is stored already, masked; an empty field then leaves it as it is.
 */
export function KnownFields({
  values,
  faults,
  fixed,
  kept,
  onChange,
}: {
  values: KnownValues
  faults: Faults
  /** Name and numbers come from the archive. */
  fixed?: boolean
  kept?: { readonly idNo: string | null; readonly mobile: string | null }
  onChange: (to: KnownValues) => void
}) {
  const put = (part: Partial<KnownValues>) => onChange({ ...values, ...part })
  const keptHelp = (text: string | null | undefined) => (text ? `现为 ${text}，不改请留空` : undefined)
  const helpOf = (text: string | undefined) => (text === undefined ? {} : { help: text })
  return (
    <>
      <Field
        label="姓名"
        required
        fault={faults['name']}
        {...(fixed && { help: '有教师档案的人，姓名、证件号、手机号在档案里修改' })}
      >
        {(control) => (
          <input
            {...control}
            value={values.name}
            disabled={fixed}
            maxLength={30}
            autoComplete="off"
            onChange={(event) => put({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="账号"
        help="4 至 30 位字母、数字或下划线；没有账号的用证件号或手机号登录"
        fault={faults['loginName']}
      >
        {(control) => (
          <input
            {...control}
            value={values.loginName}
            maxLength={30}
            autoComplete="off"
            onChange={(event) => put({ loginName: event.target.value })}
          />
        )}
      </Field>
      {!fixed && (
        <>
          <Field label="证件号" fault={faults['idNo']} {...helpOf(keptHelp(kept?.idNo))}>
            {(control) => (
              <input
                {...control}
                value={values.idNo}
                maxLength={20}
                autoComplete="off"
                onChange={(event) => put({ idNo: event.target.value })}
              />
            )}
          </Field>
          <Field label="手机号" fault={faults['mobile']} {...helpOf(keptHelp(kept?.mobile))}>
            {(control) => (
              <input
                {...control}
                value={values.mobile}
                inputMode="tel"
                maxLength={20}
                autoComplete="off"
                onChange={(event) => put({ mobile: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}
