export { PhoneUploadPage } from './phone-upload-page.tsx'
