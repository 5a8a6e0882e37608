/** The page's only style. The page's Content-Security-Policy contains its hash. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d7dbe0,#3a4048);--soft:light-dark(#f4f6f8,#20252b);--link:light-dark(#0b57d0,#8ab4f8)}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:62rem;font:16px/1.55 system-ui,sans-serif;background:light-dark(#fff,#16191d);color:light-dark(#1b1f24,#e6e8eb)}
h1{font-size:1.7rem}h2{font-size:1.25rem;margin-top:2.5rem}h3{font-size:1rem;margin-top:1.5rem}
a{color:var(--link)}
code{font:0.9em ui-monospace,monospace;background:var(--soft);padding:.1em .3em;border-radius:3px;overflow-wrap:anywhere}
nav{border:1px solid var(--line);border-radius:6px;padding:.5rem 1.25rem}
nav h2{font-size:.95rem;margin:.75rem 0 0}nav ul{margin:.25rem 0;padding-left:1.2rem}
section{border-top:1px solid var(--line);scroll-margin-top:1rem}
.call b{letter-spacing:.03em}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.93rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
th{background:var(--soft)}
pre{overflow-x:auto;background:var(--soft);padding:.75rem 1rem;border-radius:6px}pre code{padding:0}summary{cursor:pointer}
input[type=search]{font:inherit;padding:.4rem .6rem;width:24rem;max-width:100%}
@media print{nav{display:none}}
`;
