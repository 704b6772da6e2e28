import { Readable } from 'node:stream'
import { csvLines } from '../../../catalogue/rules/sheet.ts'
import { faultHead, type FaultPlace, type RowFaults } from './faults.ts'
import { csvRecords, textFormOf, type CsvFile, type CsvRecord, type TextForm } from './csv-records.ts'
import { toGb18030 } from './gb18030.ts'

/** Encodes text as the file it is added to. */
function bytesOf(text: string, { encoding }: TextForm): Buffer {
  if (encoding === 'gb18030') return toGb18030(text)
  if (encoding === 'utf-8') return Buffer.from(text)
  const wide = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16be' ? wide.swap16() : wide
}

const quoted = (text: string): string => csvLines([[text]]).slice(0, -2)

/** A line with the reasons in their column: behind its fields, or in place of an earlier check's. */
function lineWith(record: CsvRecord, text: string, { column, again }: FaultPlace, separator: string): string {
  const reason = text === '' ? '' : quoted(text)
  if (again && record.fields.length > column) {
    const fields = record.fields.map((field, at) =>
      at === column ? reason : /["\r\n,;\t]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
    )
    return fields.join(separator) + record.end
  }
  if (text === '') return record.raw + record.end
  return record.raw + separator.repeat(Math.max(1, column - record.fields.length + 1)) + reason + record.end
}

async function* lines(
  path: string,
  form: TextForm,
  rows: ReadonlyMap<number, RowFaults>,
  place: FaultPlace,
): AsyncGenerator<Buffer> {
  if (form.marked) yield bytesOf('\ufeff', form)
  let number: number | undefined
  const textOf = (at: number) => (at === place.headRow ? faultHead : (rows.get(at)?.sentence ?? ''))
  const one = (record: CsvRecord, file: CsvFile) => {
    number = (number ?? (file.tellsSeparator ? -1 : 0)) + 1
    return number < 1 ? record.raw + record.end : lineWith(record, textOf(number), place, file.separator)
  }
  for await (const { file, records } of csvRecords(path, form))
    if (records.length > 0) yield bytesOf(records.map((record) => one(record, file)).join(''), form)
}

/** A csv file with a column of reasons, in its own encoding. */
export async function annotateCsv(
  path: string,
  first: Buffer,
  rows: ReadonlyMap<number, RowFaults>,
  place: FaultPlace,
): Promise<Readable> {
  return Readable.from(lines(path, await textFormOf(path, first), rows, place))
}
