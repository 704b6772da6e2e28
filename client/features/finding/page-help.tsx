import { pageOf } from '../../../catalogue/pages/entry.ts'
import { help, type Help } from '../../../catalogue/pages/help.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import { useSession } from '../../platform/session/session.ts'

/** What the page at a link is for and what is done there, from the help. */
export function PageHelp({ link }: { link: string }) {
  const entry = match(link, useSession()?.role)
  const tab = new URLSearchParams(link.split('?')[1]).get('tab')
  const name = entry && pageOf(entry, tab)
  if (!name) return null
  const { about, steps }: Help = help[name]
  return (
    <>
      <p>{about}</p>
      <ol className="find-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  )
}
