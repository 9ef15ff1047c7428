import { IconFile, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attachment } from '../outbox/attachment.ts'
import { sizeOf } from '../thread/size.ts'
import classes from './Attachments.module.css'
import { isPicture } from './attachments.ts'

/** Files attached to the next message. */
export function Attachments({ attachments, onRemove }: { attachments: readonly Attachment[]; onRemove: (id: string) => void }) {
  const { t } = useTranslation('conversation')
  if (!attachments.length) return null
  return (
    <ul className={classes.files} aria-label={t('write.files')}>
      {attachments.map(({ id, file }) => (
        <li key={id} className={classes.file}>
          {isPicture(file) ? <Thumb file={file} /> : <IconFile className={classes.icon} aria-hidden />}
          <span className={classes.words}>
            <span className={classes.name} title={file.name}>
              {file.name}
            </span>
            <span className={classes.size}>{sizeOf(file.size)}</span>
          </span>
          <button type="button" className={classes.remove} aria-label={t('write.remove', { name: file.name })} onClick={() => onRemove(id)}>
            <IconX aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Thumb({ file }: { file: File }) {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return src ? <img className={classes.thumb} src={src} alt="" /> : <span className={classes.thumb} />
}
