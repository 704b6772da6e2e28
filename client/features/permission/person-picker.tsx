import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { userPage, type UserLine } from '../../../catalogue/contract/administration/users.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { Button } from '../../ui/forms/button.tsx'

export const personWords = ({ name, role, institution }: UserLine) =>
  `${name}　${isRole(role) ? roleEntry(role).label : ''}　${institution}`

/** Finds an identity by name, pinyin or account and takes one of those found. */
export function PersonPicker(props: {
  label: string
  role?: number
  chosen: UserLine | null
  fault?: string | undefined
  onChoose: (line: UserLine | null) => void
}) {
  const { label, role, chosen, fault, onChoose } = props
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const id = useId()
  const { data, error, isFetching } = useQuery({
    queryKey: ['permission', 'people', asked, role],
    queryFn: ({ signal }) =>
      api.get('/api/v1/userManage', {
        schema: userPage,
        query: { q: asked, role: role ?? '', pageSize: 10 },
        quiet: true,
        signal,
      }),
    enabled: asked !== '',
  })
  if (chosen) {
    return (
      <div className="permission-picker">
        <span className="x-soft x-dense">{label}</span>
        <p>
          <b>{personWords(chosen)}</b>{' '}
          <Button look="text" onClick={() => onChoose(null)} aria-label={`换一位${label}`}>
            换一位
          </Button>
        </p>
      </div>
    )
  }
  return (
    <div className="permission-picker">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(typed.trim())
        }}
      >
        <div className="x-labelled">
          <label htmlFor={id}>{label}</label>
          <input
            id={id}
            type="search"
            value={typed}
            maxLength={60}
            placeholder="姓名、拼音或账号"
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" busy={isFetching}>
          搜索
        </Button>
      </form>
      <div id={`${id}-note`} aria-live="polite">
        {fault !== undefined && <p className="permission-no">{fault}</p>}
        {error && <p className="permission-no">{sentenceOf(error)}</p>}
        {asked !== '' && data?.list.length === 0 && <p className="x-soft">没有找到“{asked}”。</p>}
      </div>
      {data && data.list.length > 0 && (
        <ul aria-label={`找到的${label}`}>
          {data.list.map((line) => (
            <li key={line.identityId}>
              <Button look="text" onClick={() => onChoose(line)}>
                {personWords(line)}
                {line.status === '0' && '（已停用）'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
