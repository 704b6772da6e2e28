import { help, type Help } from '../../../catalogue/pages/help.ts'
import type { PageName } from '../../../catalogue/pages/entry.ts'
import { HelpPictures } from './help-pictures.tsx'

/** What one page says of itself, below its title. */
export function HelpText({ name }: { name: PageName }) {
  const { about, steps, notes = [] }: Help = help[name]
  return (
    <div className="help-text">
      <p>{about}</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <HelpPictures name={name} />
      {notes.length > 0 && (
        <ul className="x-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
