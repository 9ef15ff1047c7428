import { maxBytes } from '@sukoyaka/wire/endpoint'
import { IconFile, IconMovie, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import type { Chosen } from './chosen.ts'
import classes from './UploadDialog.module.css'

const sizeOf = (bytes: number) => (bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`)

/** Files to upload, with their errors. */
export function FileList({ chosen, onDrop }: { chosen: readonly Chosen[]; onDrop?: (key: number) => void }) {
  const { t } = useTranslation('imaging')
  return (
    <ul className={classes.list} aria-label={t('upload.files')}>
      {chosen.map((one) => (
        <li key={one.key} className={classes.file}>
          <Thumb file={one.file} kind={one.kind} fault={one.fault} />
          <span className={classes.about}>
            <span className={classes.name}>{one.file.name}</span>
            {one.fault ? (
              <span className={classes.fault}>{t(`upload.${one.fault}`, { max: maxBytes[one.kind ?? 'video'] / 1_000_000 })}</span>
            ) : (
              <span className={classes.size}>{sizeOf(one.file.size)}</span>
            )}
          </span>
          {onDrop ? <IconButton label={t('upload.drop.one', { name: one.file.name })} icon={<IconX aria-hidden />} onClick={() => onDrop(one.key)} /> : null}
        </li>
      ))}
    </ul>
  )
}

function Thumb({ file, kind, fault }: Pick<Chosen, 'file' | 'kind' | 'fault'>) {
  const [address, setAddress] = useState<string>()
  const isShown = kind === 'image' && !fault && file.type !== 'image/tiff'
  useEffect(() => {
    if (!isShown) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file, isShown])
  return (
    <span className={classes.thumb}>{address ? <img src={address} alt="" /> : kind === 'video' ? <IconMovie aria-hidden /> : <IconFile aria-hidden />}</span>
  )
}
