import type { Quota } from '../../../../catalogue/contract/administration/institution-figures.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { thousands } from '../../../platform/format.ts'
import { FreeText, QuotaBar } from './quota-bar.tsx'

/** The quota of each subject: narrow enough to stay a table on a phone, where the bar is left out. */
export function QuotaBySubject({ lines }: { lines: Quota['bySubject'] }) {
  return (
    <table className="institutions-split" aria-label="各学科的编制">
      <thead>
        <tr>
          <th scope="col">学科</th>
          <th scope="col" className="institutions-number">
            核定
          </th>
          <th scope="col" className="institutions-number">
            在编
          </th>
          <th scope="col">空编</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ subject, granted, used, free }) => (
          <tr key={subject} data-testid="quota-line">
            <th scope="row">{labelOf('subject', subject)}</th>
            <td className="institutions-number x-num">{thousands(granted)}</td>
            <td className="institutions-number x-num">{thousands(used)}</td>
            <td>
              <span className="institutions-free">
                <QuotaBar granted={granted} used={used} />
                <FreeText free={free} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
