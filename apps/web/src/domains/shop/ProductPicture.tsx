import type { Product } from '@sukoyaka/wire/people/product'
import { clsx } from 'clsx'
import { useState } from 'react'
import classes from './ProductPicture.module.css'

const placeholderUrl = '/images/noImage.svg'
const tintCount = 5

/** Images of a product; empty if it has none of its own. */
export const imagesOf = ({ images }: Pick<Product, 'images'>) => images.filter((url) => url !== placeholderUrl)

type Props = { product: Pick<Product, 'id' | 'images' | 'category'>; src?: string | undefined; alt?: string; className?: string | undefined }

/** The first image of a product, or `src`; if there is none or it cannot be loaded, a drawing of the category, else of a box. */
export function ProductPicture({ product, src = imagesOf(product)[0], alt = '', className }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const frame = clsx(classes.picture, className)
  if (src && failedSrc !== src) return <img className={frame} src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailedSrc(src)} />
  const Drawing = drawings[product.category?.name ?? ''] ?? Box
  return (
    <svg viewBox="0 0 180 160" className={frame} data-tint={product.id % tintCount} preserveAspectRatio="xMidYMid slice" aria-hidden="true" data-drawn>
      <Drawing />
    </svg>
  )
}

function Bottle() {
  return (
    <>
      <path className={classes.ink} d="M74 30h32v12H74z" />
      <rect className={classes.body} x="64" y="42" width="52" height="84" rx="8" />
      <rect className={classes.faint} x="64" y="62" width="52" height="40" />
      <path className={classes.stroke} d="M72 74h36M72 84h24" />
    </>
  )
}

function Bag() {
  return (
    <>
      <path className={classes.body} d="M58 36h64l6 92H52z" />
      <path className={classes.ink} d="M58 36h64l1 14H57z" />
      <circle className={classes.faint} cx="90" cy="88" r="18" />
      <path className={classes.stroke} d="M82 88l6 6 10-12" />
    </>
  )
}

function Kit() {
  return (
    <>
      <rect className={classes.body} x="40" y="58" width="100" height="62" rx="6" />
      <path className={classes.body} d="M40 78h100" />
      <rect className={classes.faint} x="54" y="88" width="12" height="24" rx="3" />
      <rect className={classes.faint} x="74" y="88" width="12" height="24" rx="3" />
      <path className={classes.stroke} d="M98 94h28M98 104h18" />
    </>
  )
}

function Device() {
  return (
    <>
      <path className={classes.cord} d="M104 86c20 0 12-34 34-34" />
      <rect className={classes.body} x="40" y="50" width="64" height="70" rx="8" />
      <rect className={classes.faint} x="50" y="60" width="44" height="30" rx="3" />
      <path className={classes.stroke} d="M56 78l8-6 8 5 14-10" />
      <circle className={classes.ink} cx="72" cy="104" r="6" />
    </>
  )
}

function Box() {
  return (
    <>
      <path className={classes.body} d="M46 58l44-18 44 18v56l-44 18-44-18z" />
      <path className={classes.body} d="M46 58l44 18 44-18M90 76v56" />
      <path className={classes.stroke} d="M58 78l22 9M58 88l14 6" />
    </>
  )
}

const drawings: Readonly<Record<string, () => React.ReactNode>> = { supplement: Bottle, food: Bag, test_kit: Kit, device: Device }
