/** Forms made in Word: their named places, filling them, and drawing them (docs/decisions/0263). */
export { drawnDocument, type DrawnDocument } from './drawn.ts'
export { filledDocument, namesInRow, placesIn, type PlaceWords, type NamedPlace } from './fill.ts'
export { marked, type DocumentMark } from './mark.ts'
export {
  cleanTemplate,
  mostTemplateBytes,
  openTemplate,
  packTemplate,
  partText,
  type TemplatePackage,
} from './open.ts'
export { scan, type Scan, type ScannedRow } from './scan.ts'
