import { AppError } from '../../../../catalogue/errors.ts'

/** A refusal of a file, in a sentence for whoever sent it. */
const refusal = (message: string): AppError => new AppError('fileType', { message })

/** What an upload is refused for. */
export const refusals = {
  empty: () => refusal('文件是空的'),
  unknown: () =>
    refusal(
      '只能上传 jpg、png 图片，pdf，不带宏的 Word、Excel、PowerPoint 文件，' +
        'txt、csv、zip、mp4、webm、mp3 或 vtt 字幕；改了扩展名的其他文件不行',
    ),
  heic: () => refusal('这是苹果手机的 HEIC 图片，请在手机或电脑上另存（导出）为 JPG 后再传'),
  ofd: () => refusal('这是 OFD 版式文件，请用 WPS 或 OFD 阅读器转换（另存）为 PDF 后再传'),
  broken: () => refusal('文件打不开或已损坏，请重新保存为 docx、xlsx、pptx，或重新压缩为 zip 后再传'),
  locked: () => refusal('文件设了打开密码，请取消密码后再传'),
  runs: () => refusal('文件里带有宏、控件或嵌入的对象，请另存为不带宏的 docx、xlsx、pptx，或转成 pdf 后再传'),
  fetches: () => refusal('文件引用了别处的模板、图片或表格，请改为只含自身内容后再传'),
  programs: () => refusal('压缩包里有程序、磁盘映像、快捷方式或带宏的文件，请删除后重新压缩'),
  closed: () => refusal('压缩包里还有 rar、7z、gz 等压缩包，请解开后直接压缩成一个 zip 再传'),
  places: () => refusal('压缩包里的文件名带有上级目录、盘符或链接，请在文件夹里选中文件重新压缩后再传'),
  slashes: () =>
    refusal('文件由不规范的程序打包（包内路径用了反斜杠），请用 Word、Excel 或 PowerPoint 打开后另存再传'),
  tooMuch: () => refusal('压缩包解开后太大（超过 200 MB、2000 个文件或套了太多层），请分成几个再传'),
  brokenPdf: () => refusal('pdf 文件不完整或打不开，请重新导出后上传'),
  activePdf: () =>
    refusal('pdf 文件里带有脚本、自动动作、可提交的表单、附件或指向其他电脑的链接，请另存为普通 pdf 后上传'),
  oldActive: () => refusal('文件里带有宏、嵌入的程序或打开密码，请另存为不带宏的 docx、xlsx、pptx 后再传'),
  oldUnknown: () => refusal('文件打不开，请用 Word、Excel 或 PowerPoint 另存后再传'),
  otherVideo: (ending: string) =>
    refusal(
      `这是 ${ending} 格式的视频，很多设备放不了。请用剪映、格式工厂等软件打开，` +
        '导出为 mp4（视频编码 H.264，音频编码 AAC）后再传',
    ),
  hevc: () =>
    refusal(
      '该视频是 HEVC（H.265）编码，很多电脑和手机放不了。请用剪映等软件导出为 H.264 编码的 mp4 后再传；' +
        '苹果手机可先在“设置—相机—格式”里选“兼容性最佳”再拍',
    ),
  otherCodec: (codec: string) =>
    refusal(`该视频的编码（${codec.trim()}）很多设备放不了，请用剪映等软件导出为 H.264 编码的 mp4 后再传`),
  brokenFilm: () =>
    refusal('视频不完整或已损坏（缺少索引），多半是录制或拷贝时中断了，请用原文件重新导出为 mp4 后再传'),
  otherAudio: (ending: string) =>
    refusal(`这是 ${ending} 格式的录音，请用格式工厂、录音软件等导出为 mp3 后再传`),
  tooHard: () => refusal('文件太复杂，检查不了，请另存为较小的文件后再传'),
}
