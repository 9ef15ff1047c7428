import { maxBytes } from '@sukoyaka/wire/endpoint'
import { IconFile, IconMovie, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import type { SelectedFile } from './selected-files.ts'
import classes from './UploadDialog.module.css'

const sizeOf = (bytes: number) => (bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`)

/** Files to upload, with their errors. */
export function FileList({ chosen, onRemove }: { chosen: readonly SelectedFile[]; onRemove?: (key: number) => void }) {
  const { t } = useTranslation('imaging')
  return (
    <ul className={classes.list} aria-label={t('upload.files')}>
      {chosen.map((file) => (
        <li key={file.key} className={classes.file}>
          <Thumb file={file.file} kind={file.kind} problem={file.problem} />
          <span className={classes.about}>
            <span className={classes.name}>{file.file.name}</span>
            {file.problem ? (
              <span className={classes.fault}>{t(`upload.${file.problem}`, { max: maxBytes[file.kind ?? 'video'] / 1_000_000 })}</span>
            ) : (
              <span className={classes.size}>{sizeOf(file.file.size)}</span>
            )}
          </span>
          {onRemove ? (
            <IconButton label={t('upload.drop.one', { name: file.file.name })} icon={<IconX aria-hidden />} onClick={() => onRemove(file.key)} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Thumb({ file, kind, problem }: Pick<SelectedFile, 'file' | 'kind' | 'problem'>) {
  const [url, setUrl] = useState<string>()
  const isShown = kind === 'image' && !problem && file.type !== 'image/tiff'
  useEffect(() => {
    if (!isShown) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file, isShown])
  return <span className={classes.thumb}>{url ? <img src={url} alt="" /> : kind === 'video' ? <IconMovie aria-hidden /> : <IconFile aria-hidden />}</span>
}
