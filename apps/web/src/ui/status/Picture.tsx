import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const missing = '/images/noImage.svg'

type Props = { src: string; alt: string; className?: string; onExpired: () => void; lazy?: boolean; draggable?: boolean }

/** Image whose URL may expire: requests a new one and shows a placeholder meanwhile. */
export function Picture({ src, alt, className, onExpired, lazy = false, draggable }: Props) {
  const { t } = useTranslation('picture')
  const [failed, setFailed] = useState<string>()
  const isMissing = failed === src
  return (
    <img
      src={isMissing ? missing : src}
      alt={isMissing ? `${alt}${alt ? '　' : ''}${t('image.missing')}` : alt}
      className={className}
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
      draggable={draggable}
      onError={() => {
        if (isMissing) return
        setFailed(src)
        onExpired()
      }}
    />
  )
}
