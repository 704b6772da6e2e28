import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Role } from '../../../catalogue/access/roles.ts'
import { helpFor, helpWith } from '../../../catalogue/pages/help-for.ts'
import { help } from '../../../catalogue/pages/help.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Manual } from './manual.tsx'
import { HelpText } from './help-text.tsx'
import { TourLink } from './tour-link.tsx'
import './help.css'

/** The help of every page that the reader may open, found by words, or all of it as one document (`?manual=1`). */
export function HelpPage() {
  const session = useSession()
  const [search] = useSearchParams()
  const role = session?.role ?? null
  return search.get('manual') === '1' ? (
    <Manual role={role} names={helpFor(role)} />
  ) : (
    <HelpSearch role={role} asked={search.get('page')} />
  )
}

function HelpSearch({ role, asked }: { role: Role | null; asked: string | null }) {
  usePageTitle('帮助')
  const [typed, setTyped] = useState('')
  const found = helpWith(helpFor(role), typed)
  return (
    <div className="help-page">
      <h1 tabIndex={-1}>帮助</h1>
      <p className="help-more">
        <TourLink />
        <Link to="/home/help?manual=1">使用手册（可打印）</Link>
        {role === 1 && (
          <a href="/documents/index.html" target="_blank" rel="noopener">
            系统文档（安装、升级、接口，在新窗口打开）
          </a>
        )}
      </p>
      <TextField
        label="搜索"
        name="help"
        type="search"
        maxLength={30}
        value={typed}
        onChange={setTyped}
        help="输关键词，如 佐证、退回、密码"
      />
      <output className="x-hidden">找到 {found.length} 个页面的说明</output>
      {found.length === 0 ? (
        <Empty
          text={`没有提到“${typed.trim()}”的说明。`}
          action={<Button onClick={() => setTyped('')}>清除搜索</Button>}
        />
      ) : (
        found.map((name) => (
          <details key={name} open={name === asked || typed.trim() !== ''} data-testid="help-entry">
            <summary>
              <h2>{help[name].title}</h2>
            </summary>
            <HelpText name={name} />
          </details>
        ))
      )}
    </div>
  )
}
