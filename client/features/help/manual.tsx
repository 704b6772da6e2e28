import { roleEntry, type Role } from '../../../catalogue/access/roles.ts'
import type { PageName } from '../../../catalogue/pages/entry.ts'
import { help } from '../../../catalogue/pages/help.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { HelpText } from './help-text.tsx'

/** The help of every page of a role as one document to be printed: 学校使用手册. */
export function Manual({ role, names }: { role: Role | null; names: readonly PageName[] }) {
  const title = `${role === null ? '访客' : roleEntry(role).label}使用手册`
  usePageTitle(title)
  return (
    <article className="help-page help-manual" data-testid="manual">
      <h1 tabIndex={-1}>{title}</h1>
      <p className="help-acts">
        <Button icon="print" look="primary" onClick={() => window.print()}>
          打印
        </Button>
        <ButtonLink to="/home/help">返回帮助</ButtonLink>
      </p>
      <nav aria-label="目录">
        <ol className="help-contents">
          {names.map((name) => (
            <li key={name}>
              <a href={`#help-${name}`}>{help[name].title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {names.map((name, at) => (
        <section key={name} id={`help-${name}`}>
          <h2>
            {at + 1}　{help[name].title}
          </h2>
          <HelpText name={name} />
        </section>
      ))}
    </article>
  )
}
