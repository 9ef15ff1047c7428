import type { MessageFile } from '@sukoyaka/wire/care/message'
import { IconDownload, IconFile, IconFileTypeDoc, IconFileTypePdf, IconFileTypeXls, IconPhoto, IconPresentation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../ui/date/tokyo.ts'
import { japaneseLang, separatorOf } from '../../../../ui/text/text-lang.ts'
import { sizeOf } from '../size.ts'
import { useDownloadFile } from '../use-download-file.ts'
import classes from './Files.module.css'

export const iconOf = ({ name, content_type }: Pick<MessageFile, 'name' | 'content_type'>) =>
  content_type.startsWith('image/')
    ? IconPhoto
    : /\.pdf$/i.test(name)
      ? IconFileTypePdf
      : /\.xlsx?$/i.test(name)
        ? IconFileTypeXls
        : /\.docx?$/i.test(name)
          ? IconFileTypeDoc
          : /\.pptx?$/i.test(name)
            ? IconPresentation
            : IconFile

const kindOf = (name: string) => /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? ''

/** Attached files as download links; content is never displayed inline. */
export function Files({ message_id, files }: { message_id: number; files: readonly MessageFile[] }) {
  const { t } = useTranslation('conversation')
  const saveFile = useDownloadFile()
  const dot = separatorOf(useLanguage())
  return files.map((file) => {
    const Icon = iconOf(file)
    return (
      <div key={file.attachment_id} className={classes.file}>
        <span className={classes.icon}>
          <Icon aria-hidden />
        </span>
        <span className={classes.words}>
          <span className={classes.name} lang={japaneseLang(file.name)} title={file.name}>
            {file.name}
          </span>
          <span className={classes.size}>{[kindOf(file.name), sizeOf(file.size)].filter(Boolean).join(dot)}</span>
        </span>
        <a
          className={classes.load}
          href={file.address}
          download={file.name}
          aria-label={t('file.download', { name: file.name })}
          onClick={(event) => void saveFile(event, message_id, file)}
        >
          <IconDownload aria-hidden />
        </a>
      </div>
    )
  })
}
