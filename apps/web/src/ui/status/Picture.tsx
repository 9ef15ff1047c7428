import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const placeholderUrl = '/images/noImage.svg'

type Props = { src: string; alt: string; className?: string; onExpired: () => void; lazy?: boolean; draggable?: boolean }

/** Image whose URL may expire: requests a new one and shows a placeholder meanwhile. */
export function Picture({ src, alt, className, onExpired, lazy = false, draggable }: Props) {
  const { t } = useTranslation('picture')
  const [failedSrc, setFailedSrc] = useState<string>()
  const isMissing = failedSrc === src
  return (
    <img
      src={isMissing ? placeholderUrl : src}
      alt={isMissing ? `${alt}${alt ? '　' : ''}${t('image.missing')}` : alt}
      className={className}
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
      draggable={draggable}
      onError={() => {
        if (isMissing) return
        setFailedSrc(src)
        onExpired()
      }}
    />
  )
}
