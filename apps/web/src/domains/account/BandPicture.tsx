/** Illustration beside the sign-in form: values moving through the reference range, in the same colours in both colour schemes. Fills its box. */
export function BandPicture({ className }: { className?: string }) {
  const rim = { stroke: '#0a3a37', paintOrder: 'stroke' }
  return (
    <svg className={className} width="100%" height="100%" viewBox="0 0 880 900" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden="true" data-drawn>
      <rect y="288" width="880" height="150" fill="#12504b" />
      <path d="M0 288H880M0 438H880" stroke="#2e756e" />
      <path
        d="M-20 566C60 556 96 474 176 458S300 340 372 356s110 48 176 22 96-44 168-30 110 30 200 10"
        stroke="#9fd0c9"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M176 449l9 15h-18z" fill="#edab43" {...rim} strokeWidth="4" />
      <circle cx="372" cy="356" r="8" fill="#fff" {...rim} strokeWidth="5" />
      <circle cx="548" cy="378" r="8" fill="#fff" {...rim} strokeWidth="5" />
      <circle cx="716" cy="348" r="8" fill="#fff" {...rim} strokeWidth="5" />
    </svg>
  )
}
