/**
 * Script injection strings for every field that users can write. They are generated in families, each from a
 * public description of the class: the OWASP cross-site scripting prevention and filter evasion cheat sheets,
 * and the HTML standard's lists of elements that run, load or link. All of them call `alert`.
 */

/** Markup that runs a script automatically or on user interaction. */
const RUNNERS = [
  '<script>alert(1)</script>',
  '<script src=data:,alert(1)></script>',
  '<img src=x onerror=alert(1)>',
  '<img/src/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) dur=1s>',
  '<iframe src=javascript:alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video src=x onerror=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<audio src onerror=alert(1)>',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<a href=javascript:alert(1)>x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<form action=javascript:alert(1)><button>x',
  '<button formaction=javascript:alert(1)>x',
  '<math><a xlink:href=javascript:alert(1)>x',
  '<style onload=alert(1)></style>',
  '<style>@import "javascript:alert(1)"</style>',
  '<link rel=stylesheet href=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<base href=javascript:/a/-alert(1)///>',
  '<div style=background:url(javascript:alert(1))>',
  '<meta http-equiv=refresh content=0;javascript:alert(1)>',
]

/** Prefixes that leave the context that the string is written into. */
const ESCAPES = ['', '">', "'>", '</title>', '</textarea>', '</script>', '-->', '`>', '</noscript>', ']]>']

/** Strings without a plain bracket: addresses, event handlers, templates, styles, and encoded brackets. */
const OTHERS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  '" onmouseover=alert(1) x="',
  "' onfocus=alert(1) autofocus='",
  '" style=animation-name:x onanimationstart=alert(1) x="',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  "'-alert(1)-'",
  '";alert(1);//',
  '\\";alert(1);//',
  '</script><script>alert(1)//',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '\\u003cimg src=x onerror=alert(1)\\u003e',
  '%3Cimg%20src=x%20onerror=alert(1)%3E',
  '＜img src=x onerror=alert(1)＞',
  'url(javascript:alert(1))',
  'red;}</style><script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
]

/** More than 300 strings without duplicates. */
export const SCRIPT_CORPUS: readonly string[] = [
  ...ESCAPES.flatMap((escape) => RUNNERS.map((runner) => escape + runner)),
  ...OTHERS,
]

/** The strings that fit into a field with this maximum length. */
export const scriptsUpTo = (characters: number): string[] =>
  SCRIPT_CORPUS.filter((text) => text.trim().length <= characters)
