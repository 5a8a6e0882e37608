/**
 * What each letter of a word of another script, once romanised, becomes in the Latin spelling of the same name, and at what cost
 * in quarters of a bit; with `<` the other way round. By writing, see `Writing`. See `readSoundTable`.
 *
 * Learnt by `npm run learn-names` from names of politicians in several scripts (as Wikidata has them, CC0, by way of
 * EveryPolitician 2015-11), from names on the published lists of sanctions and from tables of names: numbers alone, no
 * name of a person.
 */
export const SOUNDS: Readonly<Record<string, string>> = {
  v: `
_: _ 0 s+_ 26 e+_ 30 a+_ 36 t+_ 38 _+m 44 _+h 47 i+_ 48 d+_ 50 h+_ 50
a: a 0 - 24 e 24 o 26 u 29 a+h 36 h+a 40 i+s 41 u+s 42 a+i 45 o+v 46 u+d 47 b+o 48 eu+s 48 i+t 48 a+n 49 i+g 49 i+i 49 ch+u 50 h+e 50 i+gh 50 y+e 50 o+t 52 p+o 52 u+o 52
b: b 0 b+a 35 b+b 37 b+d 40 b+i 41 b+r 42 b+e 51 b+j 52
c: c 5 ch 9 ts 14 s 16 - 17 r+ts 20 ck 23 i+d 23 g 24 r+z 24 s+o 26 z 26 c+ch 27 b 28 ch+o 35 a+ts 43 i+b 45 ck+y 46 i+n 52
d: d 0 dh 29 t 32 o+v 34 d+e 35 c+d 36 d+u 36 d+i 39 d+d 40 n+e 41 a+d 43 d+t 43
e: e 1 a 15 e+r 29 u 29 i 30 a+i 32 e+t 32 h+a 34 y+e 34 i+e 35 j+e 37 h+e 38 e+i 40 e+n 40 i+x 40 eu+x 42 i+u 43 ae+l 44 e+h 44 e+l 44 o+i 45 r+i 45 a+b 46 e+y 46 k+o 46 v+o 46 a+u 47 r+a 47 c+a 48 ch+a 48 e+z 48 ae+h 49
f: f 1 ph 15 ph+e 30 f+a 32 l+f 32 c+f 33 ou+gh 33 ph+u 33 f+e 38 f+f 41 v+e 46 h+u 49 o+v 49 e+ph 50 u+s 50 ph+a 52
g: g 1 g+u 20 gh 22 q 22 h 23 g+g 34 g+y 35 o+v 37 gh+e 38 g+e 39 u+q 41 g+i 45 g+a 52
h: h 0 g 22 a+n 25 q 31 h+h 32 h+u 32 v+a 34 bh+gh 38 h+a 43 h+e 45
i: i 1 y 18 e+y 28 i+e 28 e 29 e+e 29 e+a 33 i+j 33 j+i 35 o+v 36 i+a 38 r+y 38 i+d 39 i+g 40 i+y 40 i+gh 41 m+o 43 u+s 44 i+l 45 n+y 46 ch+o 47 h+u 47 i+p 47 i+u 47 d+t 48 y+i 48 a+s 49 i+o 49 l+a 49 l+l 49 e+th 50 j+u 51 y+u 51 d+y 52
j: j 2 i 15 - 19 c 19 dz 21 dj 23 g 26 y 26 g+e 28 l+l 29 s+e 29 h 30 k 32 j+e 41 g+eo 43 c+e 44 j+a 44 d+sch 46 g+g 46 g+u 48 i+e 48 j+j 48 j+u 48 j+eo 49 r+k 49 dz+dz 50 a+j 51 dz+e 51 i+o 51 r+g 51 z+a 51 ck+e 52 d+s 52 h+e 52 s+u 52
k: k 2 c 11 ck 22 - 23 ch 25 q+u 30 q 31 c+c 33 k+e 33 k+k 34 c+u 36 v+a 38 ck+e 40 c+ch 41 c+o 41 ch+ae 41 c+a 42 c+i 42 u+k 45 t+t 47 m+c 48
l: l 0 l+l 22 l+e 25 l+i 33 l+a 38 a+t 44 e+l 52
m: m 0 m+a 33 m+e 34 m+i 34 m+m 36 i+m 39 m+ck 42 th+eu 42 a+m 43 m+p 43 th+y 43 m+h 49
n: n 0 n+e 25 n+n 29 n+i 33 n+d 34 n+u 34 n+s 38 a+n 39 g+n 39 n+a 40 h+n 41 o+v 41 i+n 42 ng+o 44 i+o 47 n+h 47 ng+h 49 ou+n 52
o: o 0 a 26 a+u 27 o+h 29 u+s 35 y+o 36 a+a 37 a+w 39 h+o 41 a+s 43 th+o 43 u+l 43 j+o 44 o+c 46 o+p 46 o+t 46 s+c 46 y+n 46 o+m 47 a+l 48 e+a 50 o+n 50 h+a 52 j+a 52
p: p 0 f 24 p+i 27 p+e 31 p+a 33 p+p 34 p+u 35
q: q 2 - 15 k 16 ch 17 c 24 z 24 t 26 tch 28 a+q 29 a+k 30 h 30 cz 31 q+u 31 ts+ch 31 g+a 32 i+o 32 t+j 32 e+k 33 j+eo 33 k+o 33 w+z 33 kh+e 34 ck+e 35 k+w 35 ts+j 37 q+e 40 k+eo 43 t+y 52
r: r 0 r+d 31 r+e 32 r+i 33 r+a 35 e+r 36 r+g 39 r+o 39 r+t 39 r+u 39 i+r 42 w+r 42 i+u 48 n+y 48
s: s 1 s+s 19 c 24 z 24 c+e 28 x 28 c+i 36 s+a 39 n+s 43 s+e 43 a+y 46 h+sz 47
t: t 0 th 18 t+t 27 t+e 32 t+i 32 d+t 35 t+a 36 o+v 37 a+n 39 th+i 39 t+th 42 t+u 42 th+u 42 th+e 43 v+a 46 th+a 47
u: u 1 ou 17 o 20 w 21 - 24 o+o 24 v 27 e+w 29 y 29 u+e 32 o+e 33 ou+i 35 u+g 36 h+u 38 s+c 38 u+s 38 o+w 39 u+h 39 ou+x 40 y+u 40 ou+t 41 eo+i 42 w+h 43 v+s 46 u+d 52
v: v 0 w 16 e+ph 35 i+bh 38 q+u 39 u+s 40 f+f 41 v+i 43 w+h 43 e+v 45 v+n 45 l+i 47 w+ts 47 w+e 51
w: w 2 v 18 a+s 19 - 20 w+e 20 w+h 20 u 22 o 23 w+a 31 e+v 32 ou 32 o+v 34 v+e 34 o+w 35 v+a 35 a+v 36 a+w 37 o+h 37 i+s 38 o+n 38 v+i 39 o+t 40 s+c 40 v+o 40 w+w 41 u+o 42 o+j 44 o+o 44 v+u 44 w+o 44 a+r 45 bh+i 45 e+b 45 eu+v 45 ou+y 45 r+o 45 s+w 45 u+e 45 u+eo 45 j+o 46 o+e 46 a+l 47 e+w 47 o+r 47 d+e 48 i+v 49 ph+a 49 ph+e 49 j+y 50 l+y 50 u+s 50 c+u 51 a+u 52 e+ph 52
x: - 8 s 8 h 11 sh 15 x 17 h+s 18 s+s 18 h+y 19 ch 20 k+s 23 sch 25 z 27 r+sch 28 s+c 29 w+cz 29 s+y 30 k+y 34 s+u 37 h+o 44 h+eo 46 s+o 52
y: y 5 i 8 - 10 j 12 l+l 30 i+gh 38 y+i 38 j+a 40 j+s 40 u+s 40 y+h 41 a+gh 42 i+o 42 a+n 43 h+j 43 i+d 43 n+n 43 th+e 43 o+v 45 y+a 52
z: z 1 s 12 e+s 25 s+i 29 s+e 30 dz 32 n+s 33 z+e 47 d+s 48 z+a 49 a+z 51 j+e 52 z+z 52
shch: sh+t 6 ch+t 10 s+t 10 ch+th 14 s+th 14
dzh: j 7 dzh 9 c 13 dj 14 g 14 dz 16 i 19 g+i 21 g+e 23 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 48
sch: s+t 6 - 17 t+i 26
tch: tch 1 tch+i 22 c 23 ch 23 u+tch 37 a+tch 52
sh: sh 3 s 9 ch 16 sch 16 ch+e 24 s+s 26 s+e 28 s+j 28 t 30 x 30 sz 32 ts+ch 33 s+a 34 sh+a 36 sh+e 46 s+i 50 ch+ae 52
ch: ch 1 c 15 tch 17 ts+ch 24 cz 25 c+e 27 c+i 28 ts+j 32 c+s 34 t+c 35 ts+h 36 s+e 38 ch+h 47
kh: h 6 kh 6 ch 13 x 16 j 19 k+j 24 g 26 a+h 30 gh 30 ou+gh 33 e+h 41 h+a 43 kh+a 43 g+e 46 eo+gh 48 kh+o 48 eo+k 49 u+ck 51 ch+a 52
th: th 1 t 15 s 28 e+z 29 th+a 34 t+u 42
dh: dh 2 d 14 d+e 23 a+z 25 dh+y 26 th 26 d+o 27 e+z 27 d+i 28 i+dh 28 a+d 29 a+s 29 dh+i 30
gh: gh 2 g 9 g+e 24 g+a 25 gh+a 25 g+s 28 q 29 g+g 30 u+e 31 gh+e 33 o+v 33 u+q 33 e+g 52
zh: j 5 zh 7 g 15 - 17 z 18 j+e 19 g+e 21 sch 27 c 28 dz 28 ch 29 g+u 29 r+z 29 i 31 d+sch 32 dz+a 33 ch+eu 40 j+eo 40 g+eo 41 k+eo 43 t+i 44 ch+u 45 ch+i 46 z+z 47 ch+ou 48 ch+y 48 s+i 48 z+a 48 y+ou 50
ts: ts 4 c 10 z 13 tz 16 t+c 17 t 19 - 23 z+z 26 ts+s 27 tch 30 th+s 30 z+s 30 cz 31 t+e 40 tch+e 45 a+ts 48 ts+u 49 ch+ae 50 cz+y 50 c+u 51 z+e 51
tz: tz 4 t+g 12 t+j 12 dz 16 g 18 c+i 20 g+eo 21 - 22 t 26 a+tz 49 i+tz 49 tz+a 49 tz+i 49
dz: dz 3 d+s 12 j 15 g+eo 16 g+e 19 i 19 z 19 c 23 y 23 e+z 25 ng 25 j+o 33 c+a 42 j+r 43
dj: dj 2 - 16 dj+a 43 i+dj 43
ng: ng 1 ng+h 20 ng+u 25 n 26 n+q 27 ng+a 27 ou+ng 37 o+n 44 e+n 48 o+v 48 n+s 49 u+ng 49 o+ng 50 eo+ng 51 eu+ng 52 n+a 52
ph: ph 4 f 10 i+v 16 v 17 v+e 17 ph+u 18 ph+a 23 ph+e 26 e+ph 50 m+ph 52 ph+i 52
bh: bh 1 v 12 i+v 26 l+v 26 w 27 o+v 30 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 2 h+n 15 k+s 15 c 18 l+a 19 l+e 22 k 25 r+d 27
eo: eo 1 u+eo 18 e 25 e+r 26 o 26 a 27 u+r 31 u 32 i+r 35 r+e 36 i+a 37 u+h 37 j+a 38 a+r 39 jh+u 39 m+o 40 u+d 40 y+r 40 n+e 41 ch+u 43 o+t 48 b+o 49
eu: eu 7 - 8 e 11 o 12 u+s 14 n+e 26 u+e 26 z+e 38 ph+a 39 d+u 47
ae: ae 1 y+e 19 a 20 - 22 e 23 j+e 23 a+h 25 e+a 26 a+i 37 a+l 41 a+r 45 a+u 45 e+n 46 a+b 49 r+a 50 a+k 52
ou: o+w 8 a+w 9 ou 9 o 10 o+a 17 u 17 ou+y 21 o+j 22 - 24 o+o 31 e+a 34 u+t 36 o+i 37 h+ou 39
`,
  x: `
_: _ 0 s+_ 20 a+_ 33 e+_ 41 n+_ 42 l+_ 47
a: a 2 - 12 e 15 a+r 21 o 23 a+h 26 a+n 27 e+r 27 o+w 30 e+i 31 h+a 31 a+l 37 e+g 37 e+l 38 o+h 39 u+s 41 ch+u 42 kh+u 42 n+d 42 eu+s 43 e+th 49 i+gh 50
b: b 1 p 15 b+b 21 v 26 b+u 27 b+r 31 p+p 31 p+o 32 r+p 32 a+p 34 i+a 34 p+e 35 b+e 40 b+a 44 b+o 51
c: ts 9 c 10 ch 11 r+ts 13 - 14 r+z 17 s 18 z 18 a+ts 19 ck 23 ck+y 26 g 26 i+d 26 s+o 28 c+ch 29 b 30 ch+o 37 i+b 48
d: d 1 t 14 r+d 22 t+t 23 th 23 r+t 24 d+i 26 a+a 30 d+d 30 dh 30 d+u 32 r+u 34 t+th 34 d+e 42 a+d 44 n+d 50 o+v 50 d+a 51
e: - 4 e 7 o 16 a 18 e+r 19 i 29 o+l 29 o+r 29 u+r 29 o+v 32 i+r 33 ae+l 34 i+n 35 a+r 37 e+ph 39 i+u 39 o+w 39 d+o 41 i+ck 41 h+e 42 m+o 42 i+s 43 y+n 43 y+e 45 a+y 48 e+l 48 j+e 49 e+t 50
f: f 3 v 10 ph 16 f+f 18 p 21 l+f 23 u+s 23 v+e 23 w 25 e+ph 29 f+r 31 f+e 33 f+a 35 v+s 42 h+u 43 o+v 43 ph+e 43 ph+a 46 e+v 47 u+f 48 ph+u 49 f+l 50 f+o 50 c+f 51 i+bh 51 n+a 51 o+ph 51 ou+gh 51 eu+v 52
g: g 2 k 18 c 19 q 19 g+u 20 gh 21 r+g 21 g+a 22 h 24 g+e 28 o 28 e+g 29 g+g 30 g+s 33 gh+e 40 u+q 42 r+q 43 o+v 47 g+o 48 k+w 48 c+a 49 g+y 52
h: h 2 - 16 ch 19 kh 19 w 19 a+n 24 w+h 25 v 26 l+d 27 u+g 27 x 30 h+a 34 y+x 35 h+e 39 h+o 47 h+u 48 w+y 51 h+i 52
i: - 5 i 5 e 17 y 18 e+y 27 i+e 27 a+y 30 i+j 30 e+e 32 e+t 32 e+a 33 i+b 34 i+d 34 i+a 35 i+gh 36 i+r 36 e+r 37 i+o 37 m+o 37 r+y 37 i+l 38 i+u 38 e+h 39 e+th 39 h+a 40 o+v 40 u+f 40 u+s 40 ch+o 43 j+i 43 i+ng 44 m+y 44 j+s 45 z+i 50 e+l 52
j: j 7 k 9 g 11 i 16 - 18 dz 20 c 24 g+a 24 z 24 ck+e 25 gh 25 ck+y 26 z+i 26 g+u 27 r+k 27 r+t 27 k+k 28 l+l 28 g+eo 29 c+e 30 d+sch 30 g+g 31 i+o 31 c+a 32 q 32 a+g 33 g+e 33 j+a 39 r+c 39 j+e 40 j+u 41 z+e 45 i+e 47 j+j 48 j+eo 49 a+j 51 dz+dz 51 dz+e 51 z+a 51 d+s 52 k+i 52 r+g 52
k: k 4 c 8 ck 17 ch 18 c+o 19 c+u 22 k+k 24 x 24 c+c 25 kh 26 q 26 l+c 27 ch+ae 28 gh 31 r+k 31 r+l 33 k+e 40 k+s 44 q+u 44 c+a 45 a+ck 50 ck+e 50 k+a 52
l: l 4 r 5 l+l 18 l+e 26 r+e 27 r+i 29 l+a 33 r+r 33 r+a 34 g+u 35 i+r 35 p+r 35 w+r 35 l+u 36 n+i 36 u+s 41 e+l 45 l+i 50
m: m 0 - 22 m+a 28 h 29 m+m 29 th+eu 32 m+i 33 th+y 34 m+e 48 m+h 50 e+m 51 m+u 51
n: n 1 n+e 17 - 18 m 21 n+d 24 n+u 26 ng 26 i+n 27 n+i 27 n+n 29 o+n 34 a+n 35 a+y 35 g+n 35 n+y 37 o+v 38 i+o 39 n+s 39 i+e 40 e+n 44 e+e 45 n+a 50 e+l 51
o: o 2 e+r 16 - 18 u 18 o+r 19 ou 23 u+r 24 a 25 l+l 25 w 25 o+w 26 a+u 28 eo 29 u+s 30 a+r 31 r+d 31 a+d 32 a+w 32 l 32 o+s 32 y+r 32 l+a 33 n+e 33 ou+gh 33 o+l 34 th+o 34 o+h 48 o+n 52
p: p 1 p+p 22 - 23 b 23 o+m 29 p+a 29 f 30 p+e 32 r+p 35 p+i 39 f+a 43 p+u 43 f+e 44 b+e 48 ph+a 50 a+ph 52 b+b 52 f+f 52
q: ch 10 z 12 c 14 tch 16 - 17 q 17 t 17 i+o 18 cz 19 k 19 t+j 19 ts+ch 19 ck+e 21 j 21 w+z 21 x 21 t+y 22 ts+j 25 ou+t 26 a+q 32 a+k 33 q+u 34 g+a 35 e+k 36 j+eo 36 k+o 36 kh+e 37 c+e 38 k+w 38 ch+e 41 q+e 43 k+eo 46
r: r 3 l 8 l+l 18 l+e 21 r+e 22 l+d 25 r+u 25 r+a 27 r+d 28 r+z 29 e+r 38 r+r 46 r+l 47 a+r 48 i+r 49 r+i 49
s: s 1 s+s 17 - 18 z 21 th 22 c 26 s+a 31 s+k 32 sch 32 n+t 33 c+e 34 r+th 34 s+e 49
t: t 2 t+t 13 th 15 d 22 t+i 26 ts 26 a+n 31 d+t 31 t+r 32 th+eo 32 d+d 35 t+e 39 t+a 44 gh+t 45 r+t 48 t+u 49 o+v 52
u: - 3 u 8 o 15 e 22 o+o 24 u+d 24 y+n 24 ou 26 w 30 e+n 31 u+e 31 e+r 35 u+l 35 i+i 37 i+j 37 o+n 38 v+o 38 v+e 39 u+r 40 o+r 41 a+u 42 r+e 42 u+s 43
v: v 1 i+bh 14 w 16 b 29 i+v 31 e+ph 36 v+e 38 y+w 40 v+i 42 u+s 43 w+h 43 f+f 45 e+v 47 d+e 49 e+f 49 m+w 49 q+u 49 v+n 49 w+i 49 l+i 51 w+ts 51
w: v 5 w 6 o 17 a+v 21 i+s 23 - 24 u 24 e+v 25 l+y 27 w+y 27 v+i 28 o+v 29 w+i 30 v+a 35 w+a 35 w+e 37 v+e 39 a+s 41 o+w 41 a+w 44 o+h 44 o+n 44 o+t 46 s+c 46 v+o 47 u+o 48 w+w 48 w+o 49 o+j 50 o+o 50 v+u 50 a+r 51 bh+i 51 e+b 51 eu+v 51 ou+y 51 s+w 51 u+eo 51 r+o 52 u+e 52
x: s 8 h 11 sh 11 s+s 14 - 15 ch 15 x 19 sch 20 h+y 21 s+y 23 j 24 s+c 24 w+cz 24 k+s 25 r+sch 25 h+s 29 s+o 38 k+y 45 s+u 48 h+e 50
y: - 6 j 8 y 9 i 15 i+e 26 j+a 26 l+i 29 i+o 30 j+e 30 l+l 30 y+e 30 i+d 32 i+j 32 j+y 33 j+i 45 y+a 46 u+e 47 j+s 49 i+gh 51
z: z 3 d+s 14 s 15 dz 16 - 18 a+n 22 j 22 m+i 22 o+z 22 ts 22 tz 22 z+l 23 e+s 32 a+z 35 z+e 35 r+d 37 s+i 38 z+a 38 n+s 40 j+e 41 z+i 41 z+z 41 s+s 42 s+e 43 e+c 45 ng+e 46 t+a 46 sh+a 48 j+s 50 z+s 52
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 6 - 17 t+i 26
tch: tch 1 tch+i 18 c 19 ch 19 - 22 u+tch 35 a+tch 48 e+tch 49 i+tch 49 tch+e 49
sh: s 5 sh 7 sch 13 - 16 s+i 20 z 20 ou+ch 25 s+j 26 x 26 j+a 27 s+s 28 ch 29 ch+e 35 sh+e 38 sh+a 42 ch+ae 43 x+e 44 ch+a 45 s+a 46 i+sh 47 s+e 48 sh+u 48 sz+a 48 t+i 48 a+sh 49 a+z 49 s+m 49 sch+e 49 c+i 50 e+ch 50 o+h 50 s+w 50 sh+h 50 sh+w 50 ts+ch 50 tz+i 50 sch+u 51 q+u 52 sz+i 52
ch: ch 3 z 11 - 13 c 16 j 19 ts 19 s 21 tch 25 ch+h 32 ts+ch 33 c+e 36 c+i 38 ch+a 38 c+ch 41 tch+e 42 ts+j 42 ts+h 43 s+e 44 u+ch 44 c+c 45 ch+e 45 c+s 46 t+c 46 z+z 47 s+o 49 j+r 51
kh: kh 4 h 9 ch 15 k 19 x 19 j 21 kh+a 25 c 26 h+a 26 k+j 28 g 29 g+e 29 eo+gh 31 kh+o 31 eo+k 32 gh 32 a+h 33 u+ck 34 ch+a 35 kh+u 36 ou+gh 36 kh+e 41 k+e 44 o+dh 48 dh+ou 51 gh+o 52
th: th 1 t 14 th+a 19 s 29 e+z 30 t+u 43
dh: dh 2 d 13 d+e 23 - 24 a+z 24 d+o 26 dh+y 26 e+z 26 th 26 i+dh 27 a+d 28 a+s 28 d+i 28 dh+i 29
gh: gh 4 g 7 g+e 19 g+a 20 gh+a 20 g+s 23 q 24 g+g 25 u+e 25 o+v 27 u+q 27 gh+e 28 e+g 46
zh: j 7 z 9 c 16 ch 16 zh 16 - 17 dz 18 j+e 19 z+z 19 d+sch 21 t+i 21 ch+ou 22 i 23 g 25 g+e 30 j+eo 30 ch+eu 31 dz+o 33 k+eo 34 ch+i 36 ch+u 36 g+eo 36 z+a 38 ch+y 39 g+u 39 r+z 39 s+i 39 dz+a 41 y+ou 41 c+o 44 ch+h 44
ts: ts 5 c 10 z 13 tz 17 t+c 18 t 20 - 24 t+e 24 z+z 24 tch 25 ch 28 tch+e 28 ts+s 28 a+ts 31 th+s 32 ts+u 32 z+s 32 ch+ae 33 z+e 33 c+u 34 cz+y 34 e+c 36 t+ts 36
tz: tz 4 dz 14 t+g 16 t+j 16 g 17 c+i 19 g+eo 20 - 21 i+tz 47 a+tz 48 tz+a 48 tz+i 48
dz: dz 5 d+s 9 g+eo 17 j 17 ng 17 e+z 18 g+e 19 i 21 z 22 j+o 26 y 26 c 27 c+a 35 j+r 36
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: n 3 ng 11 m 18 u+n 18 - 19 e+n 22 o+n 23 n+a 27 n+e 27 g 28 n+y 28 o+h 28 o+r 28 n+s 29 ng+u 29 n+q 32 o+v 32 ng+a 33 ng+h 39 ou+ng 46 o+w 47 o+m 48 o+ng 48 u+ng 50 eo+ng 52
ph: ph 4 f 12 i+v 14 ph+u 15 v+e 15 v 17 ph+a 22 ph+e 27 e+ph 50
bh: bh 1 v 11 l+v 25 i+v 26 w 26 o+v 29 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 2 h+n 15 k+s 15 l+a 15 l+e 22 k 26 r+d 27 c 28
eo: eo 2 e 17 e+r 17 o 17 a 18 u+r 22 u 23 u+eo 24 i+r 26 i 27 r+e 28 i+a 29 j+a 29 u+h 29 a+r 31 jh+u 31 m+o 31 ou 31 n+e 32 u+d 32 y+r 32 ch+u 34 o+t 39 b+o 40 j+e 46
eu: - 7 e 10 eu 10 o 11 u+s 13 n+e 25 u+e 25 z+e 37 ph+a 38 d+u 46
ae: a 2 ae 12 - 18 e 21 a+h 22 a+r 23 a+u 24 a+i 34 y+e 34 a+l 37 j+e 38 e+a 40 e+n 43 a+b 46 r+a 47 a+k 50
ou: u 4 ou 10 - 15 o 16 u+t 16 o+w 20 a+w 22 o+o 28 ou+y 30 e+a 31 o+a 31 o+j 31 eu 32 o+i 34 h+ou 35 u+s 41
`,
  a: `
_: _ 0 s+_ 22 a+_ 32 e+_ 34 t+_ 39 d+_ 46 _+m 47 l+_ 49
a: a 2 - 14 e 14 o 20 u 27 i 30 o+h 34 a+l 35 e+h 35 u+s 35 a+h 36 u+r 39 o+r 40 a+n 41 eu+s 41 i+a 41 i+s 41 u+d 41 o+n 42 a+y 43 r+y 43 b+e 44 h+a 44 e+i 45 u+i 46 h+e 48 r+i 50 o+s 51
b: b 2 p 16 b+e 17 b+a 18 b+b 22 b+u 27 b+i 28 b+o 28 i+b 28 p+p 29 p+a 31 b+r 32 b+d 33 b+y 34 p+e 34 r+t 35 b+ou 36 a+b 42 o+b 42
c: ch 7 c 9 ts 13 s 14 - 15 r+ts 18 i+d 21 ck 22 g 22 r+z 22 s+o 24 z 24 c+ch 25 b 26 ch+o 33 a+ts 41 ck+y 44 i+b 44 i+n 50
d: d 1 d+e 18 d+a 26 dh 26 o+v 28 e+d 29 d+u 30 i+d 30 a+d 31 t 31 n+e 32 d+t 34 i+dh 34 ou+r 34 d+o 35 r+u 36 d+i 37 d+d 48 r+d 48 n+d 52
e: e 1 a 15 i 19 e+ph 23 - 24 ae+l 27 u+d 28 d+o 29 e+n 29 i+d 29 i+u 29 a+b 31 e+t 34 e+r 41 h+e 44 a+i 46 y+e 50 h+a 51 j+e 51 a+y 52 e+i 52 e+y 52 i+e 52
f: f 5 v 8 f+a 16 ph 16 f+e 18 f+f 19 o+v 23 e+ph 25 w 25 ph+a 26 f+r 27 u+f 27 f+o 28 i+bh 29 v+e 29 eu+v 30 ph+e 32 v+i 35 e+v 40 a+v 42 e+f 46 h+u 46 u+s 47 l+f 49 v+s 51 ph+u 52
g: g 2 g+a 16 q 17 g+o 20 g+u 23 gh+e 24 gh 25 g+g 26 j 26 dz 29 o+v 29 u+q 29 e+g 30 k 32 g+e 35 g+s 35 r+g 46 k+w 47 g+y 51 u+g 52
h: h 3 - 10 h+a 14 h+e 20 a 24 a+n 24 h+o 24 h+i 27 e+r 29 h+u 29 a+u 32 g+u 34
i: i 3 e 11 y 15 - 19 i+e 23 e+y 24 a 25 a+y 26 r+y 27 e+e 28 a+i 29 e+a 29 e+i 30 i+a 32 j+e 32 i+j 34 o+v 34 i+d 35 y+e 35 e+l 36 i+gh 36 n+y 37 d+t 38 m+o 38 y+a 38 j+s 39 r+d 39 u+s 39 a+b 40 a+g 40 a+m 40 a+n 40 ch+o 40 i+p 40 c+u 41 d+o 41 i+ng 41 l+a 41 n+e 41 o+i 41 r+i 41 e+k 42 h+e 43 j+i 43 e+r 47 i+n 50
j: j 4 g 14 dz 17 g+e 18 i 18 j+e 18 - 19 c 19 g+eo 22 j+a 22 c+e 25 i+e 25 j+j 25 j+u 25 g+u 27 q 27 d+sch 28 dz+dz 28 z 28 ch 29 i+o 29 g+g 30 j+i 30 y 31 dz+s 32 dz+e 33 u+q 33 a+dz 34 c+a 34 v+a 34 a+g 35 a+j 35 g+s 48 j+eo 51 ng+e 52 r+k 52
k: k 4 c 8 k+e 16 c+o 20 ck 20 k+a 21 c+a 22 c+c 24 ch 25 k+i 27 k+k 27 ck+e 28 c+u 30 q+u 30 a+ck 31 o+v 31 k+o 32 u+k 33 e+n 34 a+u 35 c+i 36 a+k 40 l+k 45 i+k 47 a+x 50
l: l 2 l+l 13 l+e 16 e+l 23 l+a 25 l+i 25 u+l 30 l+d 32 a+l 35 n+f 36 o+v 37 l+u 39 o+l 46 t+l 48
m: m 1 m+a 16 e+m 24 m+e 24 m+u 24 i+m 25 m+m 25 l+m 27 m+i 27 a+m 29 m+p 31 m+o 34 a+n 37 th+eu 38 th+y 38
n: n 2 n+e 16 e+n 17 n+n 19 a+n 21 n+a 23 n+u 25 i+n 29 n+d 29 n+i 29 o+n 29 ng 31 n+s 32 u+m 34 g+n 35 n+t 36 a+ng 37 o+v 37 i+ck 38 i+o 38 k+n 38 l+n 38 n+c 38 ng+e 38 ou+m 40 ng+a 42 ng+o 42 h+n 48
o: o 2 u 14 u+e 19 a 21 o+s 21 a+u 23 u+w 23 - 24 e 24 w+a 24 e+v 25 o+h 25 i 26 o+w 26 th+o 27 v+e 29 o+r 35 e+r 45 u+s 45 a+r 47 a+w 48 o+k 49 o+n 50 u+l 50 a+s 51 u+r 51 y+o 51
p: p 1 p+e 17 p+a 20 b+e 21 p+p 25 p+u 26 f 30 b 31 p+i 42 f+a 43 f+e 44 r+p 48 ph+a 49 a+ph 52 b+b 52 f+f 52 h+k 52
q: q 7 k 8 - 16 a+k 16 a+q 16 c 18 q+u 18 ch 19 g+a 19 k+o 20 e+k 21 z 25 t 28 tch 30 h 32 q+e 32 ts+ch 33 i+o 34 t+j 34 j+eo 35 w+z 35 ck+e 36 kh+e 36 k+w 37 ts+j 39 q+o 40 k+eo 44
r: r 1 e+r 14 r+a 21 r+e 21 r+r 22 a+r 27 r+i 27 r+d 29 r+o 31 i+r 34 r+u 36 w+r 36 r+g 37 r+t 38 r+m 40
s: s 1 s+s 16 s+a 20 s+e 21 c+e 26 c 27 s+o 29 x 29 s+u 30 c+i 32 a+x 35 x+e 36 n+s 37 sz+a 37 e+s 52
t: t 2 t+t 14 t+e 15 th 15 t+a 20 t+u 25 t+i 28 th+e 31 th+eo 31 d+t 32 e+th 32 o+v 32 t+th 32 ts 32 s+t 33 a+n 35 th+u 35 o+ts 37 ou+t 45 i+t 46 e+t 49 a+t 50
u: o 3 u 8 ou 19 o+o 21 e 24 a+u 25 a+w 26 v+o 30 a 31 o+h 31 a+a 32 o+k 32 o+w 32 u+l 32 u+r 32 w+a 32 u+e 34 ou+s 35 u+d 35 a+r 36 a+s 36 o+n 36 ou+gh 36 d+i 37 e+w 37 a+i 38 r+a 38 v+a 40 o+v 46 o+e 47 u+s 47 o+l 49 m+o 51
v: v 1 i+bh 16 v+i 16 w 17 i+v 27 b 32 e+ph 40 v+e 42 y+w 44 u+s 46 w+h 46 f+f 48 d+e 52 e+f 52 e+v 52 m+w 52 q+u 52 v+n 52 w+i 52
w: w 7 u 11 o 12 v 12 ou 20 o+v 21 w+e 21 e+v 22 w+a 22 v+a 24 a+s 25 v+e 26 a+w 27 o+n 27 eu 28 v+i 28 eo 29 o+w 29 v+o 29 w+w 29 o+t 30 s+c 30 e 31 o+h 31 bh+i 32 eu+v 32 i 32 u+eo 32 w+o 32 a+v 33 o+j 35 u+o 36 w+h 36 j+o 40 j+y 40 o+o 41 e+w 43 u+s 44 i+s 49 u+e 49 ou+y 50
x: - 8 s 8 h 11 sh 15 x 17 h+s 18 s+s 18 h+y 19 ch 20 k+s 23 sch 25 z 27 r+sch 28 s+c 29 w+cz 29 s+y 30 k+y 34 s+u 37 h+o 44 h+eo 46 s+o 52
y: i 4 y 10 j 14 - 16 e 19 i+j 23 a+i 25 i+y 25 y+e 25 i+gh 27 j+a 29 i+o 32 l+l 32 w+ae 32 y+a 32 y+y 32 j+e 33 e+b 35 i+g 35 i+e 36 o+r 43 h+i 44
z: z 4 s 8 z+e 19 e+s 20 z+a 20 - 22 z+z 22 s+s 23 s+i 24 h 25 w+s 25 e+c 27 n+s 27 z+i 27 a+z 36 d+s 41 j+e 45 r+d 47 s+e 47 a+n 51 ng+e 51 t+a 51 z+s 51 m+i 52
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 6 - 17 t+i 26
tch: tch 1 tch+i 18 c 19 ch 19 - 22 u+tch 35 a+tch 48 e+tch 49 i+tch 49 tch+e 49
sh: sh 6 s 9 sch 13 ch 14 sh+e 17 ch+e 20 s+s 22 sh+a 22 a+sh 23 ch+ae 25 ch+a 28 e+ch 28 sz+a 28 sz+i 28 sh+o 30 sch+u 31 s+u 32 sh+u 33 sch+e 35 s+i 43 s+j 43 s+a 48 t+i 49 i+sh 50 a+z 51 c+i 51 s+e 51 s+m 51 sh+h 51 ts+ch 51 tz+i 51 o+h 52 s+w 52 sh+w 52
ch: ch 3 tch 13 c 15 ch+a 16 tch+e 19 n 22 u+ch 22 j 23 y+ch 23 c+ch 25 i 26 s 26 s+e 26 j+r 27 ch+h 34 ts+ch 35 c+e 38 c+i 40 ch+e 43 ts+j 44 ts+h 45 c+c 48 c+s 48 t+c 48 z+z 49 s+o 52
kh: kh 4 kh+a 11 h 14 ch 15 j 17 kh+o 18 g+e 19 ch+a 21 x 21 kh+u 23 k 26 c 32 h+a 32 k+j 34 eo+gh 37 a+h 39 eo+k 39 u+ck 41 ou+gh 42 kh+e 47 k+e 51
th: th 1 t 16 s 18 z 19 e+z 27 th+a 37 t+u 46
dh: d 7 dh 7 a+z 16 d+e 17 d+o 18 e+z 18 th 18 a+s 20 d+i 21 dh+i 21 a+d 22 dh+y 31 i+dh 33
gh: g 4 gh 8 g+e 17 gh+a 17 g+a 18 g+s 20 q 21 g+g 22 u+e 23 o+v 25 u+q 25 gh+e 27
zh: j 7 - 13 zh 13 z 14 g+e 15 ch 16 g+eo 16 j+e 16 i 17 g 21 ch+eu 27 j+eo 27 c 29 dz 30 k+eo 30 t+i 31 ch+u 32 ch+i 33 d+sch 33 z+a 34 z+z 34 ch+ou 35 ch+y 35 g+u 35 r+z 35 s+i 35 y+ou 37 dz+a 38 ch+h 40
ts: ts 6 c 11 ch 14 z 14 tz 17 a+ts 18 t+e 18 tch+e 18 ch+ae 20 ts+s 22 t+c 23 t 25 tch 30 z+z 30 th+s 37 ts+u 37 z+s 37 c+u 39 cz+y 39 z+e 39 e+c 41 t+ts 41
tz: tz 3 dz 16 t+g 17 t+j 17 g 18 c+i 20 g+eo 21 - 22 i+tz 48 a+tz 49 tz+a 49 tz+i 49
dz: d+s 5 dz 7 e+z 15 g+eo 21 j 21 ng 21 g+e 23 i 25 z 25 j+o 29 y 29 c 31 c+a 38 j+r 39
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 2 ng+h 15 n 18 - 20 ck 22 e+n 22 n+q 23 ng+a 24 o+v 24 ou+ng 24 o+n 39 o+ng 39 i+ng 40 n+s 43 u+ng 43 eo+ng 46 eu+ng 46 ng+u 46 n+a 47 n+e 48 n+y 48 u+l 48 u+n 48 n+n 49 ng+i 50 r+i 51 d+y 52 h+n 52
ph: ph 3 f 11 ph+u 14 i+v 18 v 18 v+e 19 ph+a 24 ph+e 27 e+ph 51
bh: bh 1 v 11 l+v 25 i+v 26 w 26 o+v 29 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 3 h+n 15 k+s 15 l+a 15 l+e 15 k 16 r+d 27 c 28
eo: eo 2 e 17 e+r 17 o 18 a 19 u+r 22 u 23 u+eo 24 i+r 26 i 27 r+e 28 i+a 29 j+a 29 u+h 29 a+r 31 jh+u 31 m+o 31 ou 31 n+e 32 u+d 32 y+r 32 ch+u 35 b+o 40 o+t 40 j+e 47
eu: - 7 e 10 eu 10 o 11 u+s 13 n+e 25 u+e 25 z+e 37 ph+a 38 d+u 46
ae: ae 3 a 9 - 12 e+a 20 e 21 a+i 27 y+e 27 a+h 31 a+l 32 j+e 32 a+r 36 a+u 36 e+n 37 a+b 40 r+a 41 a+k 43 a+j 46 a+y 52
ou: ou 5 u 8 o+o 14 o 17 o+w 17 - 18 a+w 19 ou+y 27 e+a 28 o+a 28 o+j 28 eu 29 ou+s 29 u+t 29 o+i 30 h+ou 32 u+ng 51
`,
  s: `
_: _ 0 s+_ 24 a+_ 29 t+_ 42 _+h 44 i+_ 44
a: a 1 e 15 - 19 o 22 u 28 a+h 30 a+r 34 h+a 35 o+l 36 o+v 37 u+d 39 ck+r 40 o+h 40 e+v 43 eu+s 44 o+w 52
b: b 1 b+b 19 p 21 e+ph 25 b+r 26 i+b 29 b+i 30 v 32 b+e 36 b+a 40 b+u 46 v+e 48 b+o 49 e+v 49 p+e 49 a+v 50 p+p 50 a+b 51 v+a 51 m+b 52
c: ch 6 c 10 - 12 ts 13 s 15 r+ts 19 i+d 22 ck 23 g 23 r+z 23 s+o 25 z 25 c+ch 26 b 27 ch+o 34 a+ts 42 ck+y 45 i+b 45 i+n 51
d: d 1 th 15 dh 20 o+v 24 d+u 27 t+t 28 t 31 n+e 34 d+d 36 d+t 36 d+e 42 d+s 43 r+d 46 n+d 48 a+d 50 d+a 50 d+i 52
e: e 2 a 11 - 19 e+i 23 a+i 25 a+y 25 e+y 26 i 27 u 28 o 29 e+ph 32 h+e 32 e+r 33 a+k 37 e+a 40 r+a 43 e+t 50
f: f 2 v 13 e+ph 17 ph 18 v+e 19 f+f 25 f+a 27 f+e 28 p 32 h+u 33 o+v 33 ph+e 34 u+s 34 l+f 36 ph+a 37 u+f 38 e+v 39 f+r 39 ph+u 39 f+l 40 c+f 41 f+o 41 i+bh 41 n+a 41 o+ph 41 ou+gh 41 eu+v 42 j+e 43 a+v 45 h+o 46 v+i 46 v+s 46 e+f 49 p+o 49
g: g 1 q 18 h 19 u+q 20 - 21 k 21 g+a 23 o+v 28 g+u 30 g+s 39 g+g 40 g+e 43 gh+e 43 r+g 43 k+w 45 g+o 48 g+y 48 e+g 49 u+g 49 i+l 51 l+l 52 v+e 52 y+e 52
h: h 1 - 16 k 18 y+g 24 h+a 34 h+o 35 h+e 37 a+n 39 h+u 48 h+i 49 h+y 50 e+r 51 w+h 51 l+d 52 u+g 52
i: i 2 - 13 y 17 e+e 18 i+e 22 e 26 i+j 29 r+d 32 r+y 33 u+q 34 ck+r 35 d+t 35 e+y 35 i+ng 35 i+d 37 u+s 39 r+i 41
j: j 2 c 18 dz 18 g 19 z 22 i 23 y 24 j+j 26 g+e 27 s 28 a+j 30 k 31 j+e 40 g+eo 42 c+e 43 j+a 43 d+sch 45 g+g 45 g+u 47 i+e 47 j+u 47 j+eo 48 r+k 48 dz+dz 49 i+o 50 z+a 50 d+s 51 dz+e 51 h+e 51 r+g 51 s+u 51 a+dz 52 a+g 52 ck+e 52 d+i 52 dz+s 52 j+i 52 l+l 52 r+t 52 s+e 52
k: k 4 - 11 g 11 c 15 ck 19 h 25 c+c 26 q 26 a+m 32 o+v 32 c+u 34 o+k 37 k+e 41 k+k 42 k+a 43 c+o 46 c+a 47 q+u 49 g+s 51
l: l 1 l+l 15 l+e 26 r 27 l+i 33 l+a 46 e+l 49 a+l 51
m: m 0 n 21 - 23 e+m 25 m+a 26 m+i 31 m+p 34 m+h 36 a+m 44 m+e 48 m+m 48 m+u 51
n: n 0 n+n 27 n+u 27 n+s 28 n+a 29 n+e 30 i+n 34 n+d 37 a+n 39 e+n 45 n+i 47
o: o 1 o+h 19 a 21 u 21 - 24 o+r 25 u+s 26 a+s 28 th+o 28 a+r 29 o+s 29 r 29 u+l 30 w 30 a+l 31 e 31 a+n 32 o+v 33 o+k 34 o+n 36 a+u 40 e+r 48 a+w 51 o+w 52
p: p 3 b 8 f 17 - 18 ph 24 f+e 28 f+f 28 p+a 38 p+e 40 p+p 43 f+a 46 p+i 46 p+u 47 b+e 50 r+p 51
q: - 9 q 9 k 11 ch 12 z 18 c 19 t 21 tch 23 a+q 24 a+k 25 h 25 q+u 25 cz 26 ts+ch 26 g+a 27 i+o 27 t+j 27 e+k 28 j+eo 28 k+o 28 w+z 28 x 28 kh+e 29 ck+e 30 k+w 30 ts+j 32 q+e 35 k+eo 37 t+y 46 ou+t 50
r: r 0 i+r 28 r+d 30 r+r 32 p+r 34 r+g 34 w+i 34 r+a 35 a+d 36 r+o 36 e+r 43 r+e 44 a+r 51 l+l 51
s: s 1 z 14 s+s 18 sh 20 ch 24 sch 27 x 30 h+sz 31 r+s 31 s+o 32 s+i 34 h+s 36 p+s 37 c+e 48 s+a 48 s+e 48
t: t 4 th 7 - 13 d 15 t+t 23 d+t 27 dh 28 ts 28 t+a 29 a+n 30 t+o 30 t+u 30 th+r 32 d+dh 34 o+v 34 th+a 35 t+e 41 t+i 47
u: u 2 - 10 o 18 o+o 21 i 25 w 25 u+d 30 ou 32 o+w 35 i+u 42 e+w 50
v: v 4 w 6 - 20 y+w 21 u 24 e+ph 26 b 28 e+f 28 w+i 28 r+v 42 w+h 42 i+bh 48 i+v 50 v+e 50
w: v 7 w 7 u 15 o+r 16 a 19 eu 19 o 21 i+s 22 - 23 c+u 23 i+v 24 r 24 v+i 29 w+a 29 e+v 30 ou 30 w+e 30 o+v 32 v+e 32 a+s 33 o+w 33 u+a 34 v+a 34 a+v 35 a+w 36 o+h 36 o+n 36 o+t 38 s+c 38 v+o 39 u+o 40 w+w 40 o+j 42 o+o 42 a+r 43 bh+i 43 e+b 43 eu+v 43 ou+y 43 s+w 43 u+eo 43 v+u 43 w+o 43 r+o 44 u+e 44 a+l 45 e+w 45 j+o 45 o+e 45 d+e 46 ph+a 47 ph+e 47 l+y 48 u+s 48 a+u 49 j+y 49 e+ph 51
x: - 8 s 8 h 11 sh 15 x 17 h+s 18 s+s 18 h+y 19 ch 20 k+s 23 sch 25 z 27 r+sch 28 s+c 29 w+cz 29 s+y 30 k+y 34 s+u 37 h+o 44 h+eo 46 s+o 52
y: y 4 - 6 i 17 j 18 a 22 n+h 28 l+l 30 j+s 34 y+a 39 j+a 48 i+j 50 i+gh 51 i+o 51
z: z 2 s 11 - 23 e+s 24 dz 26 j 26 d+s 28 z+e 28 h 30 s+i 30 ts 30 z+a 30 a+z 31 g 31 j+e 32 n+s 32 z+z 32 z+i 33 r+d 34 s+e 34 s+s 34 e+c 36 a+n 37 t+a 37 m+i 38 ng+e 38 sh+a 40 j+s 41 o+z 44 j+o 45 w+s 46 z+m 48 z+s 48 j+w 49
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 6 - 17 t+i 26
tch: tch 2 tch+i 13 c 19 ch 19 - 23 u+tch 35 a+tch 49 i+tch 49 e+tch 50 tch+e 50
sh: sh 3 s 8 sch 19 t+i 19 - 23 ch 25 i+sh 29 ch+e 30 s+s 32 x 32 sh+e 33 s+i 36 s+j 36 ch+ae 38 sh+a 38 ch+a 40 s+a 42 sh+u 42 sz+a 42 a+z 44 c+i 44 s+e 44 s+m 44 sch+e 44 sh+h 44 ts+ch 44 tz+i 44 a+sh 45 e+ch 45 o+h 45 s+w 45 sh+w 45 q+u 46 sz+i 47 h+sz 48 j+a 48 sch+u 48 th+y 48 h+s 49 r+s 50 s+u 50 e+k 51 sh+o 51 a+n 52
ch: s 5 ch 8 j 12 sh 14 c 19 ts 21 dz 22 sz 23 y 25 z 27 g 29 tch 30 ch+h 37 s+s 37 ts+ch 38 c+e 41 c+i 43 ch+a 43 c+ch 46 tch+e 47 ts+j 47 ts+h 48 ch+e 49 s+e 49 c+c 50 u+ch 50 c+s 51 t+c 51 z+z 52
kh: k 6 kh 9 c 10 h 13 u+ck 18 ch 20 - 22 k+e 22 x 23 j 25 h+a 30 kh+a 30 k+j 32 g+e 33 eo+gh 35 kh+o 36 a+h 37 eo+k 37 ch+a 40 kh+u 40 ou+gh 40 kh+e 45 e+i 46 o+dh 52
th: th 2 t 8 s 30 t+u 30 e+z 31 th+a 35
dh: dh 3 d 7 d+e 22 a+z 25 d+o 27 dh+y 27 e+z 27 th 27 i+dh 28 a+s 29 d+i 29 a+d 30 dh+i 31
gh: gh 4 g 7 g+e 19 g+a 20 gh+a 20 g+s 23 q 24 g+g 25 u+e 25 o+v 27 u+q 27 gh+e 28 e+g 46
zh: j 7 - 10 zh 10 ch 14 z 17 g 19 j+e 21 g+e 23 j+eo 24 ch+eu 25 c 27 k+eo 27 dz 28 t+i 28 i 29 ch+i 30 ch+u 30 g+eo 30 d+sch 31 sch 31 ch+ou 32 k 32 r+z 32 s+i 32 z+a 32 z+z 32 ch+y 33 g+u 33 y+ou 34 dz+a 35 ch+h 38
ts: ts 5 c 10 z 13 tz 17 t+c 18 t 20 - 24 t+e 24 z+z 24 tch 25 ch 28 tch+e 28 ts+s 28 a+ts 31 th+s 32 ts+u 32 z+s 32 ch+ae 33 z+e 33 c+u 34 cz+y 34 e+c 36 t+ts 36
tz: tz 4 dz 14 t+g 16 t+j 16 g 17 c+i 19 g+eo 20 - 21 i+tz 47 a+tz 48 tz+a 48 tz+i 48
dz: dz 5 d+s 9 g+eo 17 j 17 ng 17 e+z 18 g+e 19 i 21 z 22 j+o 26 y 26 c 27 c+a 35 j+r 36
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 3 n 13 ng+h 15 - 19 o+n 20 d+y 23 n+q 23 o+v 23 ng+a 24 o+ng 24 c+i 27 ou+ng 41 e+n 44 n+s 44 u+ng 44 eo+ng 47 ng+u 47 eu+ng 48 n+a 48 u+n 49 n+e 50 n+y 50 u+l 50 n+n 51 ng+i 52
ph: ph 4 f 10 i+v 16 v 17 v+e 17 ph+u 18 ph+a 23 ph+e 26 e+ph 50 m+ph 52 ph+i 52
bh: bh 4 v 6 l+v 18 i+v 19 w 19 o+v 20 v+o 36
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 2 k+s 15 h+n 16 l+a 16 l+e 18 k 22 r+d 23 c 24
eo: e 5 eo 7 o 14 e+r 18 a 20 u+r 24 u 25 u+eo 25 i 28 i+r 28 r+e 29 i+a 30 u+h 30 j+a 31 a+r 32 jh+u 32 m+o 32 ou 32 n+e 33 u+d 33 y+r 33 ch+u 36 o+t 41 b+o 42 j+e 48
eu: - 7 e 10 eu 10 o 11 u+s 13 n+e 25 u+e 25 z+e 37 ph+a 38 d+u 46
ae: a 7 ae 8 e 8 - 11 a+i 28 y+e 28 a+h 31 a+l 32 j+e 32 e+a 34 a+r 36 a+u 36 e+n 37 a+b 40 r+a 41 a+k 43 a+j 47
ou: ou 5 u 9 o 15 o+w 15 - 16 a+w 17 o+o 23 ou+y 25 e+a 26 o+a 26 o+j 26 eu 27 u+t 28 o+i 29 h+ou 30 u+ng 49 ou+t 52
`,
  k: `
_: _ 0 s+_ 21 a+_ 28 t+_ 35 e+_ 36 d+_ 39
a: a 2 e+r 17 a+r 19 e 20 u 22 - 23 u+r 26 a+n 27 o+w 28 i 30 a+h 32 i+a 32 o 32 u+n 34 h+e 36 o+l 36 y+r 37 eu+s 39 s+t 39 o+v 41 u+s 45
b: b 1 v 14 b+b 25 v+e 26 b+a 28 w+i 28 b+u 29 i+a 31 b+r 32 bh+r 32 b+e 39 u+b 46 a+b 49 b+i 51 e+v 51 a+v 52 b+o 52 p+e 52
c: ch 7 c 9 ts 13 s 14 - 15 r+ts 18 i+d 21 ck 22 g 22 r+z 22 s+o 24 z 24 c+ch 25 b 26 ch+o 33 a+ts 41 ck+y 44 i+b 44 i+n 50
d: d 1 - 15 r+d 23 dh 27 r+u 30 n 31 s 31 a+d 32 d+d 37 d+i 37 d+e 40 d+u 46 n+d 46 o+v 46 d+a 48 t+t 50 n+e 52 r+t 52
e: e 1 a 18 e+t 26 h+e 26 j+e 26 a+y 27 i 28 e+ph 30 e+r 30 o 30 e+y 31 ng+i 31 a+i 32 e+n 32 a+h 33 y+e 34 ae+l 35 d+o 35 o+s 36 i+n 37 e+l 39 e+i 41 e+z 41 e+a 48 e+h 51
f: f 3 v 10 ph 15 h+u 16 f+f 17 u+s 22 h 23 o+ph 24 f+l 27 j+e 27 f+e 34 v+s 34 f+a 35 v+e 38 o+v 41 e+ph 42 e+v 42 ph+e 42 l+f 44 ph+a 44 f+r 46 u+f 46 ph+u 47 f+o 48 c+f 49 i+bh 49 n+a 49 ou+gh 49 eu+v 50
g: g 1 g+u 19 q 20 gh 21 - 22 g+a 24 g+g 24 u+q 28 s 30 k 31 r+g 33 g+s 37 g+e 45 gh+e 45 o+v 45 k+w 46 g+o 49 g+y 50 e+g 51 u+g 51
h: h 1 ch 20 - 23 kh 23 x 24 g+e 25 h+a 33 h+e 36 a+n 38 h+o 42 h+u 46 h+i 48 e+r 50 h+y 50 w+h 50 l+d 51 u+g 51 y+g 51
i: i 1 y 16 e 20 i+e 21 - 22 j 25 e+a 26 r+y 27 i+j 29 j+i 29 e+y 30 i+a 30 i+o 34 i+y 34 m+o 34 e+e 35 l+l 35 y+h 35 n+y 37 i+gh 38 i+u 38 u+s 38 o+v 39 j+s 41 s+e 47 e+j 52
j: j 6 g 12 z 14 c 16 dz 16 i 16 - 19 s 21 g+e 23 d 24 d+i 24 j+e 24 r+z 25 a+r 26 g+eo 27 g+g 27 c+u 28 d+sch 28 k 29 r+dz 29 i+r 31 r+g 36 c+e 39 j+a 41 g+u 45 i+e 45 j+j 45 j+u 45 j+eo 46 r+k 46 dz+dz 47 a+j 48 i+o 48 z+a 48 d+s 49 dz+e 49 h+e 49 s+u 49 a+dz 50 a+g 50 ck+e 50 dz+s 50 l+l 50 r+t 50 s+e 50 c+a 51 ch+y 51 j+i 51 k+k 51 z+z 51
k: k 4 c 9 - 15 ck 17 ch 19 kh 24 q 24 k+e 25 c+o 28 g 29 ck+e 30 l+a 30 q+u 31 c+i 32 k+k 34 k+s 39 c+c 40 o+v 42 r+k 42 c+a 46 c+u 50 k+a 51
l: l 1 r 18 l+l 19 - 22 l+e 23 l+a 30 e+l 32 l+i 32 a+l 34 r+r 38 u+l 41 l+o 42 l+u 42 r+i 42 r+e 45 s+i 45 i+l 48 a+t 49 g+u 49 i+r 49 n+f 49 n+o 49 p+r 49 r+h 49 u+m 49 w+r 49 e+k 50 r+a 51 t+l 51 h+r 52 o+t 52
m: m 0 m+u 24 l+m 25 m+m 25 m+e 31 th+eu 32 th+y 32 m+i 33 m+a 37 h+m 47 e+m 48 a+m 50 i+m 52
n: n 1 n+n 20 m 22 n+e 22 ng 26 i+n 27 n+u 27 h+n 29 g+n 30 n+d 30 n+s 30 o+v 30 e+n 32 n+t 35 n+a 36 a+n 37 j+n 37 n+i 47
o: o 1 o+r 17 a+u 20 o+h 24 u+s 24 a+r 25 o+s 25 a 26 u 26 a+w 27 e 27 o+v 29 eo 30 a+l 32 eo+r 33 u+l 33 o+n 34 c+o 35 j+a 36 th+o 36 v+a 39 o+t 40 o+k 44 a+s 50 e+r 52
p: p 1 - 18 p+a 23 p+p 24 e 25 f 30 b 31 p+e 36 p+i 42 r+p 42 f+a 43 p+u 43 f+e 44 b+e 47 ph+a 49 a+f 52 a+ph 52 b+b 52 f+f 52 h+k 52
q: - 9 q 9 k 11 ch 12 z 18 c 19 t 21 tch 23 a+q 24 a+k 25 h 25 q+u 25 cz 26 ts+ch 26 g+a 27 i+o 27 t+j 27 e+k 28 j+eo 28 k+o 28 w+z 28 x 28 kh+e 29 ck+e 30 k+w 30 ts+j 32 q+e 35 k+eo 37 t+y 46 ou+t 50
r: r 4 l 6 l+l 17 l+e 24 r+e 26 r+r 27 r+u 30 r+d 32 o+l 33 r+a 33 j+ae 35 l+o 35 l+d 36 o+v 36 o+t 38 r+i 38 u+th 39 r+t 41 e+r 44 g+l 49
s: s 1 s+s 18 th 19 z 19 c 26 sch 26 r+th 27 c+i 34 e+s 36 s+a 37 c+e 47 s+e 48
t: t 1 - 16 th 18 t+t 23 t+e 26 d 28 o+v 28 t+a 28 t+i 28 t+u 28 d+t 30 a 32 t+o 32 th+eo 32 a+n 33 n+e 34
u: - 5 u 5 e 20 ou 22 u+s 23 i 24 s+e 24 o 26 o+v 27 a+s 28 o+o 28 w 28 ou+i 30 u+g 30 u+d 31 u+e 31 e+l 32 h+u 33 f+e 35 i+n 35 v+e 36 e+w 40 o+w 47
v: v 1 w 16 v+e 20 i+bh 23 i+v 27 ph+a 27 ph+e 27 o+v 32 e+ph 43 a+v 46 y+w 47 u+s 49 w+h 50 f+f 51 v+i 51
w: w 3 v 11 - 17 u 18 i+s 20 u+o 22 o 23 i 24 s+c 24 w+a 31 e+v 32 o+w 32 ou 32 w+e 32 v+e 33 o+v 34 a+s 35 v+a 35 a+v 36 a+w 37 o+h 37 o+n 38 v+i 38 o+t 40 v+o 40 w+w 41 a+r 44 o+j 44 o+o 44 v+u 44 w+o 44 bh+i 45 e+b 45 eu+v 45 ou+y 45 r+o 45 s+w 45 u+e 45 u+eo 45 j+o 46 o+e 46 a+l 47 e+w 47 o+r 47 d+e 48 i+v 49 ph+a 49 ph+e 49 u+s 49 j+y 50 l+y 50 c+u 51 a+u 52 e+ph 52
x: - 8 s 8 h 11 sh 15 x 17 h+s 18 s+s 18 h+y 19 ch 20 k+s 23 sch 25 z 27 r+sch 28 s+c 29 w+cz 29 s+y 30 k+y 34 s+u 37 h+o 44 h+eo 46 s+o 52
y: - 7 j 7 y 9 i 17 j+a 21 e+w 23 y+a 24 l+l 25 j+y 26 h 27 i+o 27 e 28 i+j 28 a 32 j+i 36 i+gh 47 a+i 48 j+e 50 i+y 51
z: z 3 s 8 d+s 15 dz 18 x 22 n+s 25 e+s 32 z+e 36 s+i 38 z+a 38 a+z 39 j+e 40 z+z 40 r+d 41 z+i 41 s+e 42 s+s 42 e+c 44 a+n 45 t+a 45 m+i 46 ng+e 46 j+s 48 sh+a 48 o+z 52
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 5 - 18 t+i 26
tch: tch 2 c 14 ch 14 tch+i 20 - 24 u+tch 36 a+tch 50 e+tch 51 i+tch 51 tch+e 51
sh: s 5 sh 8 ch 16 sch 16 s+s 20 c 21 x 21 ch+e 23 s+i 23 c+i 24 s+j 24 t+i 24 q+u 26 th 26 sz 28 th+y 36 r+s 37 sh+e 37 sh+a 42 ch+ae 43 ch+a 44 s+a 46 sh+u 47 sz+a 47 i+sh 48 s+e 48 s+m 48 a+sh 49 a+z 49 e+ch 49 s+w 49 sch+e 49 sh+h 49 ts+ch 49 tz+i 49 o+h 50 sh+w 50 j+a 52 sz+i 52
ch: ch 3 c 11 c+e 17 t 18 ts+ch 21 s 22 tch 23 ch+h 29 j 29 sh 32 c+i 35 ch+a 36 c+ch 38 tch+e 39 ts+j 39 ts+h 40 ch+e 42 s+e 42 u+ch 42 c+c 43 c+s 43 t+c 43 z+z 44 s+o 47 j+r 48 s+u 50 y+ch 51 s+eu 52
kh: kh 5 h 8 ch 15 k 18 x 18 j 20 c 25 h+a 25 kh+a 25 k+j 27 g 28 g+e 28 eo+gh 30 kh+o 30 eo+k 31 gh 31 a+h 32 u+ck 33 ch+a 34 kh+u 35 ou+gh 35 kh+e 40 k+e 43 o+dh 47 dh+ou 50 gh+o 51
th: th 1 t 14 s 26 e+z 27 th+a 32 t+u 41
dh: dh 2 d 14 d+e 23 a+z 25 dh+y 26 th 26 d+o 27 e+z 27 d+i 28 i+dh 28 a+d 29 a+s 29 dh+i 30
gh: gh 4 g 7 g+e 19 g+a 20 gh+a 20 g+s 23 q 24 g+g 25 u+e 25 o+v 27 u+q 27 gh+e 28 e+g 46
zh: j 7 - 10 zh 10 ch 14 z 17 g 19 j+e 21 g+e 23 j+eo 24 ch+eu 25 c 27 k+eo 27 dz 28 t+i 28 i 29 ch+i 30 ch+u 30 g+eo 30 d+sch 31 sch 31 ch+ou 32 k 32 r+z 32 s+i 32 z+a 32 z+z 32 ch+y 33 g+u 33 y+ou 34 dz+a 35 ch+h 38
ts: ts 7 c 8 z 10 ts+u 16 z+z 16 tz 20 t+c 21 t 23 t+e 27 tch 28 ch 31 tch+e 31 ts+s 31 a+ts 34 th+s 35 z+s 35 ch+ae 36 z+e 36 c+u 37 cz+y 37 e+c 39 t+ts 39
tz: tz 4 dz 14 t+g 16 t+j 16 g 17 c+i 19 g+eo 20 - 21 i+tz 47 a+tz 48 tz+a 48 tz+i 48
dz: dz 5 d+s 9 g+eo 17 j 17 ng 17 e+z 18 g+e 19 i 21 z 22 j+o 26 y 26 c 27 c+a 35 j+r 36
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 2 - 14 n 16 n+q 20 ng+a 21 ng+h 27 m 29 o+n 34 ou+ng 34 e+n 37 o+v 37 n+s 38 u+ng 38 o+ng 39 eo+ng 40 eu+ng 41 ng+u 41 n+a 42 u+n 42 n+e 43 n+y 43 u+l 43 n+n 44 ng+i 45 r+i 46 d+y 47 h+n 47 c+i 50 o+r 51
ph: ph 4 f 10 i+v 16 v 17 v+e 17 ph+u 18 ph+a 23 ph+e 26 e+ph 50 m+ph 52 ph+i 52
bh: bh 1 v 11 l+v 25 i+v 26 w 26 o+v 29 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 2 k+s 15 h+n 16 l+a 16 l+e 18 k 22 r+d 23 c 24
eo: eo 3 e 16 e+r 16 o 17 a 18 u+eo 18 u+r 22 u 23 i 26 i+r 26 r+e 27 i+a 28 u+h 28 j+a 29 a+r 30 jh+u 30 ou 30 m+o 31 u+d 31 y+r 31 n+e 32 ch+u 34 o+t 39 b+o 40 j+e 46 th+a 52
eu: - 7 e 10 eu 10 o 11 u+s 13 n+e 25 u+e 25 z+e 37 ph+a 38 d+u 46
ae: ae 4 a 8 - 11 y+e 17 e 20 j+e 20 a+i 27 a+h 29 a+l 30 e+a 32 a+r 34 a+u 34 e+n 35 a+j 36 a+b 39 r+a 40 a+k 42 a+y 44
ou: ou 5 u 10 o+w 12 ou+y 16 o 17 o+j 17 - 18 a+w 19 o+o 24 e+a 28 o+a 28 eu 29 u+t 30 o+i 31 h+ou 32 u+ng 51
`,
  e: `
_: _ 0 s+_ 20 e+_ 28 a+_ 29 t+_ 35 l+_ 44 m+_ 44
a: a 0 - 21 e 26 a+n 28 i 30 o 32 i+s 33 h+e 35 u+d 36 eu+s 38 s+t 38 u+s 39 a+r 48
b: b 0 m+b 19 b+b 22 b+r 29 v 32 b+e 36 b+a 39 b+u 46 v+e 48 a+v 49 b+i 49 b+o 49 e+v 49 p+e 49 p+p 50 v+a 50 a+b 51 i+b 51 b+d 52
c: ch 7 c 9 ts 13 s 14 - 15 r+ts 18 i+d 21 ck 22 g 22 r+z 22 s+o 24 z 24 c+ch 25 b 26 ch+o 33 a+ts 41 ck+y 44 i+b 44 i+n 50
d: d 1 n+d 11 d+u 25 d+e 26 o+v 30 r+d 43 d+d 46 d+a 47 a+d 48 d+i 49 t+t 49 n+e 51 r+t 51 e+d 52 i+d 52
e: e 1 a 23 e+t 25 e+n 26 e+r 27 h+e 27 i 28 a+i 31 e+h 32 e+i 34 c+a 35 e+k 35 s+l 35 j+e 36 r+i 36 i+n 37 e+j 39 o+i 52
f: f 2 ph 13 v 13 ph+e 25 ph+u 25 f+l 26 f+f 32 f+a 34 f+e 35 v+e 37 h+u 40 o+v 40 u+s 40 e+ph 41 l+f 43 ph+a 43 u+f 44 e+v 45 f+r 45 c+f 47 f+o 47 i+bh 47 n+a 47 ou+gh 47 o+ph 48 eu+v 49 j+e 50 a+v 52 h+o 52 v+i 52 v+s 52
g: g 2 g+u 16 j 17 gh 22 q 22 - 24 g+e 26 i+l 26 l+l 26 u+g 26 y 26 y+e 27 o+v 28 k 32 g+s 37 g+a 40 g+g 42 u+q 44 gh+e 46 r+g 46 k+w 47 g+o 50 e+g 51 g+y 51
h: h 1 kh 17 - 20 ch 21 h+a 30 h+e 33 a+n 35 h+o 39 h+u 44 h+i 45 e+r 47 h+y 47 w+h 47 l+d 48 u+g 48 y+g 48 a+u 50 g+e 50 u+l 50 v+a 50 g+u 52
i: i 1 y 15 - 21 e 26 i+e 27 j 27 e+a 28 i+j 31 e+e 33 m+o 34 i+o 35 n+y 37 z+i 37 e+th 38 i+a 38 i+gh 38 ch+o 39 d+t 39 j+i 39 o+v 39 r+d 39 u+s 39 i+y 40 j+s 40 r+y 43 e+y 49
j: j 4 c 11 i 15 - 18 dz 18 g 18 g+e 20 g+g 22 g+eo 23 k 25 z 27 ch 31 j+e 33 c+e 35 dz+e 36 j+a 36 d+sch 39 i+e 40 j+j 40 j+u 40 g+u 41 j+eo 41 dz+dz 42 r+k 42 a+j 43 i+o 43 z+a 43 d+s 44 h+e 44 r+g 44 s+u 44 a+g 45 ck+e 45 d+i 45 dz+s 45 l+l 45 r+t 45 s+e 45 a+dz 46 c+a 46 ch+y 46 j+i 46 k+k 46 z+z 46 r+z 47 a+r 48 dz+a 49 c+u 50 v+a 50 r+dz 51
k: k 2 c 9 ck 19 - 23 ch 25 q+u 25 k+k 27 o+v 28 ch+ae 29 g 29 q 29 c+o 31 a+u 32 c+u 32 k+e 34 k+s 39 c+c 43 c+a 44 k+a 50 ck+e 51
l: l 1 l+l 16 l+e 25 l+u 32 t+l 32 o+t 34 l+i 39 l+a 46 e+l 49 a+l 50
m: m 0 m+m 24 m+a 27 m+p 28 m+i 31 th+eu 31 th+y 31 m+e 45 e+m 48 m+u 48 a+m 49 i+m 50 l+m 52
n: n 1 n+n 18 n+e 23 n+d 26 g+n 28 n+s 30 n+i 31 o+v 31 n+a 32 n+u 32 h+n 33 a+n 35 n+t 38 e+n 46 i+n 51
o: o 1 a+u 21 o+h 26 u 26 u+s 27 o+t 30 a+r 32 u+l 33 a+s 34 o+ng 34 o+r 34 o+n 35 o+v 35 th+o 36 j+a 37 e+r 51
p: p 0 p+p 20 b 23 f 30 p+a 35 p+e 37 f+a 43 p+i 43 f+e 44 p+u 44 b+e 48 r+p 49 ph+a 50 b+b 52
q: - 9 q 9 k 11 ch 12 z 18 c 19 t 21 tch 23 a+q 24 a+k 25 h 25 q+u 25 cz 26 ts+ch 26 g+a 27 i+o 27 t+j 27 e+k 28 j+eo 28 k+o 28 w+z 28 x 28 kh+e 29 ck+e 30 k+w 30 ts+j 32 q+e 35 k+eo 37 t+y 46 ou+t 50
r: r 0 r+r 21 r+d 24 r+g 30 r+a 31 r+o 31 r+u 34 r+i 35 o+v 36 a+r 38 e+r 40 r+e 41 r+z 42 l+l 49
s: s 1 s+s 19 ch 23 sch 23 sh 23 c 24 z 29 sz 31 ch+e 32 t 32 s+a 34 c+i 36 j+s 36 i+s 40 c+e 49 s+e 50
t: t 1 t+t 20 th 20 d 23 t+i 27 o+v 28 d+t 30 n 31 a+n 32 n+e 32 t+th 32 ts 32 t+a 36 t+e 38 t+u 49
u: u 1 ou 15 w 19 - 20 o 23 u+h 24 o+o 25 o+e 27 o+w 29 i+u 30 e+w 32 u+s 34 u+r 37 u+u 41 u+d 44 a+u 47 o+h 47 y+n 47 a+w 48 u+e 48 ou+i 49 o+n 51 o+v 51 u+l 51 a+s 52 u+g 52 v+o 52
v: v 1 v+e 15 w 17 e+ph 20 b 24 u+s 26 i+bh 44 y+w 48 w+h 51 v+i 52
w: w 5 u 7 v 14 o 17 ou 19 e 22 s+c 24 o+w 30 w+a 30 e+v 31 w+e 31 o+v 33 v+e 33 a+s 34 v+a 35 a+v 36 a+w 37 i+s 37 o+h 37 o+n 37 v+i 38 o+t 39 v+o 40 u+o 41 w+w 41 o+j 43 a+r 44 bh+i 44 e+b 44 eu+v 44 o+o 44 ou+y 44 s+w 44 u+eo 44 v+u 44 w+o 44 e+w 45 r+o 45 u+e 45 a+l 46 j+o 46 o+e 46 d+e 47 o+r 47 ph+a 48 ph+e 48 i+v 49 l+y 49 u+s 49 j+y 50 a+u 51 c+u 51 e+ph 52
x: x 9 k+s 10 - 11 s 11 h 13 sh 17 h+s 20 s+s 20 h+y 21 ch 22 sch 28 z 30 r+sch 31 s+c 32 w+cz 32 s+y 33 k+y 36 s+u 39 h+o 46 h+eo 48
y: y 5 j 7 l+l 15 u 16 i 17 - 19 dz 26 h 26 i+o 27 j+a 43 y+a 43 i+j 44 i+gh 46 a+i 48 j+e 49 i+y 50 j+y 51 u+s 52 y+i 52
z: z 3 s 10 g 14 j+e 15 j 20 ng+e 21 e+s 31 dz 32 z+e 34 d+s 35 s+i 36 z+a 37 a+z 38 n+s 38 z+z 39 z+i 40 r+d 41 s+e 41 s+s 41 e+c 43 a+n 44 t+a 44 m+i 45 sh+a 46 z+s 46 j+s 48 o+z 51 j+o 52
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 6 - 17 t+i 26
tch: tch 1 tch+i 18 c 19 ch 19 - 22 u+tch 35 a+tch 48 e+tch 49 i+tch 49 tch+e 49
sh: sh 4 s 8 - 17 sch 17 ch 19 ch+e 24 s+s 26 x 26 sh+e 27 z 28 s+i 30 s+j 30 ch+ae 32 sh+a 32 t 32 ch+a 34 s+a 36 sh+u 36 sz+a 36 t+i 36 i+sh 37 a+z 38 c+i 38 s+e 38 s+m 38 sch+e 38 sh+h 38 ts+ch 38 tz+i 38 a+sh 39 e+ch 39 o+h 39 s+w 39 sh+w 39 q+u 41 sz+i 41 h+sz 42 j+a 42 sch+u 42 th+y 42 h+s 43 s+u 44 e+k 45 r+s 45 sh+o 45 a+n 46 sch+a 48 x+e 48 ch+h 50
ch: ch 3 c 14 h 14 ts 16 c+c 20 c+ch 23 s 23 x 23 tch 25 ch+h 31 j 31 ts+ch 33 c+e 35 c+i 37 ch+a 38 tch+e 41 ts+j 41 ts+h 42 ch+e 44 s+e 44 u+ch 44 c+s 45 t+c 45 z+z 46 s+o 49 j+r 50 s+u 52
kh: kh 5 h 8 ch 15 k 18 x 18 j 20 c 25 h+a 25 kh+a 25 k+j 27 g 28 g+e 28 eo+gh 30 kh+o 30 eo+k 31 gh 31 a+h 32 u+ck 33 ch+a 34 kh+u 35 ou+gh 35 kh+e 40 k+e 43 o+dh 47 dh+ou 50 gh+o 51
th: th 0 t 17 s 29 e+z 30 th+a 35 t+u 44
dh: dh 2 d 13 d+e 23 - 24 a+z 24 d+o 26 dh+y 26 e+z 26 th 26 i+dh 27 a+d 28 a+s 28 d+i 28 dh+i 29
gh: gh 4 g 7 g+e 19 g+a 20 gh+a 20 g+s 23 q 24 g+g 25 u+e 25 o+v 27 u+q 27 gh+e 28 e+g 46
zh: j 7 - 10 zh 10 ch 14 z 17 g 19 j+e 21 g+e 23 j+eo 24 ch+eu 25 c 27 k+eo 27 dz 28 t+i 28 i 29 ch+i 30 ch+u 30 g+eo 30 d+sch 31 sch 31 ch+ou 32 k 32 r+z 32 s+i 32 z+a 32 z+z 32 ch+y 33 g+u 33 y+ou 34 dz+a 35 ch+h 38
ts: ts 5 c 8 tch 13 t 16 z 17 t+ts 18 tz 21 t+c 22 t+e 28 z+z 28 ch 32 tch+e 32 ts+s 32 a+ts 35 th+s 36 ts+u 36 z+s 36 ch+ae 37 c+u 38 cz+y 38 z+e 38 e+c 40
tz: tz 4 dz 12 g 14 c+i 16 g+eo 16 t+g 18 t+j 18 - 23 a+tz 50 i+tz 50 tz+a 50 tz+i 50
dz: dz 6 ng 9 d+s 10 g+eo 18 j 18 e+z 19 g+e 20 i 23 z 23 j+o 27 y 27 c 28 c+a 36 j+r 37
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 2 n 16 ng+h 16 - 17 ng+i 22 r+i 22 n+q 23 ng+a 24 i+l 31 m 32 o+n 36 ou+ng 37 e+n 40 n+s 40 o+v 40 o+ng 41 u+ng 41 eo+ng 43 eu+ng 43 ng+u 43 n+a 44 u+n 45 n+e 46 n+y 46 u+l 46 n+n 47 d+y 50 h+n 50
ph: ph 4 f 10 i+v 16 v 17 v+e 17 ph+u 18 ph+a 23 ph+e 26 e+ph 50 m+ph 52 ph+i 52
bh: bh 1 v 11 l+v 25 i+v 26 w 26 o+v 29 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 2 l+a 13 k+s 16 h+n 17 l+e 19 k 23 r+d 24 c 25
eo: eo 2 e 19 e+r 19 o 20 a 21 u+eo 24 u+r 24 u 26 i+r 28 i 29 r+e 30 i+a 31 u+h 31 j+a 32 a+r 33 jh+u 33 m+o 33 n+e 34 u+d 34 y+r 34 ch+u 37 b+o 42 o+t 42 j+e 49
eu: - 7 e 10 eu 10 o 11 u+s 13 n+e 25 u+e 25 z+e 37 ph+a 38 d+u 46
ae: ae 4 a 9 - 10 e 19 y+e 25 a+i 26 a+h 28 a+l 29 j+e 30 e+a 31 a+r 33 a+u 33 e+n 34 a+b 38 r+a 39 a+k 41 a+j 44 a+y 50
ou: ou 2 o 14 u 14 o+w 18 o+o 21 h+ou 23 i 27 a+w 28 o+i 30 ou+y 35 e+a 36 o+a 37 o+j 37 u+t 38
`,
  w: `
_: _ 0 s+_ 19 a+_ 32 e+_ 32 t+_ 35 _+j 42 ou+_ 42 d+_ 44 gh+_ 45
a: a 3 e 11 - 13 o 15 u 29 h 30 u+r 30 a+n 31 i 32 ou 32 u+s 34 o+o 35 u+d 35 e+h 37 eu+s 37 e+i 40 k+e 40 h+e 42 a+r 49 e+r 52
b: b 2 b+e 13 v 13 b+b 20 w 23 e+v 24 v+e 25 v+a 26 a+v 28 b+a 29 b+r 32 b+o 33 o+v 33 ph+a 33 ph+e 33 b+u 45 a+b 47 b+i 52
c: ch 7 c 9 ts 13 s 14 - 15 r+ts 18 i+d 21 ck 22 g 22 r+z 22 s+o 24 z 24 c+ch 25 b 26 ch+o 33 a+ts 41 ck+y 44 i+b 44 i+n 50
d: d 1 d+e 19 d+u 22 d+a 23 a+d 24 e+d 25 t 26 th 26 dh 28 r+d 28 o+v 30 r+i 30 r+u 30 d+t 32 l 32 n 32 n+d 46 d+d 47 d+i 50 t+t 51 d+eo 52 r+t 52
e: e 2 e+ph 16 ae+l 18 - 19 i+u 19 n+h 19 w+a 19 a 21 d+o 21 o 31 u 32 e+r 33 e+t 38 a+i 39 h+e 39 e+n 42 y+e 42 e+i 43 h+a 43 i+e 43 j+e 43 a+y 44 e+y 44 o+l 45 u+r 45 e+h 46 o+r 46 i+n 47 o+v 48 eo+l 49 i+r 49 i+x 49 e+k 50 r+i 50 eu+x 51 u+k 51 e+l 52
f: f 3 f+f 12 ph 12 v 14 f+a 25 f+e 26 v+e 28 e+ph 29 p 29 h+u 31 o+v 31 ph+e 32 u+s 32 w 32 l+f 34 ph+a 34 e+v 36 f+r 36 u+f 36 ph+u 37 f+l 38 f+o 38 c+f 39 i+bh 39 n+a 39 o+ph 39 ou+gh 39 eu+v 40 j+e 41 a+v 43 h+o 43 v+i 43 v+s 43 p+o 46 e+f 47 a+f 50
g: g 2 g+u 16 g+a 18 q 18 g+e 20 gh+e 22 g+g 24 o+v 26 u+q 26 k 30 gh 32 g+s 33 r+g 43 k+w 45 g+o 47 e+g 49 g+y 49 u+g 50 i+l 52 l+l 52 y+e 52
h: h 3 h+e 11 h+a 12 - 16 a+n 19 h+o 41 h+u 45 h+i 47 h+y 48 e+r 49 w+h 49 l+d 50 u+g 50 y+g 50 v+a 51 a+u 52 g+e 52 u+l 52
i: i 2 y 13 e 19 e+y 22 a 23 i+e 23 j 24 i+j 25 r+y 27 a+y 28 e+a 29 e+e 31 m+o 32 r+i 32 a+n 35 o+v 35 w+i 35 ch+a 36 e+i 36 i+a 36 i+n 36 i+y 36 y+e 36 e+n 37 i+p 37 j+e 37 l+l 37 n+i 37 o+i 37 ch+o 39 i+ng 39 j+i 39 r+d 39 u+s 39 j+s 42 m+y 45 n+y 45
j: j 5 g 15 i 15 dz 16 - 18 j+e 18 c 19 g+e 19 c+e 21 j+a 21 d+sch 23 dz+e 25 dz+a 26 g+g 26 a+j 27 dz+s 27 y 27 a+dz 28 c+a 28 i+e 28 a+g 29 k 29 z 31 g+eo 39 j+j 44 j+u 44 g+u 45 j+eo 45 r+k 46 dz+dz 47 i+o 47 z+a 47 d+s 48 r+g 48 s+u 48 ck+e 49 d+i 49 h+e 49 l+l 49 r+t 49 s+e 49 ch+y 50 j+i 50 k+k 50 z+z 50 r+z 51 a+r 52
k: k 4 c 9 k+e 15 c+a 16 ch 19 c+o 22 ck 24 ck+e 26 k+a 28 k+k 28 q 28 a+k 29 c+c 29 c+u 29 q+u 29 a+ck 30 kh 30 e+q 31 u+k 33 x+e 33 o+k 34
l: l 2 l+l 13 l+e 15 l+a 16 a+l 19 e+l 25 l+o 29 u+m 31 l+i 37 i+l 50
m: m 2 m+a 13 m+m 22 m+c 24 m+e 24 e+m 25 m+u 25 m+i 27 a+m 29 b+u 29 m+h 29 n+m 29 m+o 30 th+eu 30 th+y 32 i+m 52
n: n 2 e+n 13 n+e 16 a+n 17 n+n 21 n+a 24 n+u 25 i+n 28 m 29 n+s 29 h+n 30 n+i 30 a+ng 32 n+d 33 a+m 34 e+e 34 g+n 35 r+i 36 o+v 37 o+n 42
o: o 2 u 9 ou 23 o+h 24 eo 26 o+n 27 o+s 29 o+w 29 o+l 32 u+l 32 a+w 33 o+o 33 o+m 35 o+v 36 th+o 36 u+s 38 a+u 39 i+u 39 u+r 40 o+r 48 o+t 49 e+r 51
p: p 5 f 9 p+a 15 p+e 15 f+a 17 f+e 19 ph 20 ph+a 23 f+i 25 a+ph 27 h 28 p+u 28 b 32 p+i 32 p+p 41 b+e 49 r+p 50
q: - 9 q 9 k 11 ch 12 z 18 c 19 t 21 tch 23 a+q 24 a+k 25 h 25 q+u 25 cz 26 ts+ch 26 g+a 27 i+o 27 t+j 27 e+k 28 j+eo 28 k+o 28 w+z 28 x 28 kh+e 29 ck+e 30 k+w 30 ts+j 32 q+e 35 k+eo 37 t+y 46 ou+t 50
r: r 2 e+r 12 r+e 19 r+r 19 a+r 20 r+a 25 r+u 31 r+i 32 a+i 33 i+r 33 r+d 34 r+g 36 u+r 42 l+l 50
s: s 1 s+s 15 - 24 s+a 24 s+e 24 c 28 z+e 28 e+z 29 c+e 30 s+o 33 sz+a 33 x+e 35 s+i 46 c+i 52
t: t 3 t+t 12 t+e 16 th 18 t+a 19 e+t 21 t+i 26 e+d 28 s+t 28 t+u 28 ts 28 th+eo 30 th+a 31 a+n 32 o+v 32 t+th 32 e+th 39 d+t 48 o+ts 51
u: u 3 - 11 o 13 a+r 14 o+o 21 ou 21 w 25 e 30 o+w 33 e+w 34 u+d 34 o+h 37 y+n 37 a+u 38 a+w 39 u+e 39 u+h 39 u+s 39 o+e 40 ou+i 40 o+n 41 o+v 41 u+l 41 u+r 41 v+o 42 a+s 43 o+k 43 u+g 43 a+a 44 o+l 44 s+e 44 w+a 44 e+n 45 h+u 45 ou+gh 45 s+c 45 u+k 45 eo+u 47 j+u 47 y+u 47 ou+t 48 ou+x 48 s+u 48 d+i 49 e+r 49 m+o 49 a+i 50 eo+n 50 i+i 50 i+j 50 i+u 50 r+a 50 v+u 50 w+h 50 ou+s 51 i+n 52 v+a 52 v+e 52
v: v 2 w 8 d+e 22 i+bh 22 v+e 22 w+h 22 w+a 26 i+v 32 v+a 33 e+ph 42 y+w 46 u+s 49 v+i 50 f+f 51
w: w 9 o 12 v 12 a 13 - 14 u 16 o+w 17 v+e 19 e 20 w+a 21 w+e 24 a+s 25 e+b 26 e+v 26 ou+y 26 a+r 27 r+o 27 v+o 27 a+w 28 o+j 28 r 28 ph+a 29 ph 30 ph+e 30 v+a 32 a+l 36 e+ph 37 o+v 38 o+t 39 a+v 41 i+s 42 o+h 42 o+n 42 v+s 42 v+i 43 s+c 44 u+e 44 u+o 46 w+w 46 o+o 48 bh+i 49 eu+v 49 s+w 49 u+eo 49 v+u 49 w+o 49 a+u 51 e+w 51 j+a 51 j+o 51 o+e 51 o+r 51 d+e 52
x: - 8 s 8 h 11 sh 15 x 17 h+s 18 s+s 18 h+y 19 ch 20 k+s 23 sch 25 z 27 r+sch 28 s+c 29 w+cz 29 s+y 30 k+y 34 s+u 37 h+o 44 h+eo 46 s+o 52
y: j 7 y 8 i 11 - 13 h 19 a+a 20 i+o 20 j+e 22 j+i 22 j+y 22 i+j 24 j+a 27 y+a 27 l+l 36 i+gh 42 a+i 44 y+e 44 i+y 47 u+s 49 y+i 49 h+i 50 j+s 50 y+u 50 y+y 50 a+gh 52 h+j 52 n+h 52 o+i 52 y+h 52
z: z 4 j 12 s 12 a+z 16 dz 17 z+e 19 z+a 20 z+i 20 e+s 23 j+s 24 d 25 d+s 35 s+i 36 n+s 38 j+e 39 z+z 39 r+d 41 s+e 41 s+s 41 e+c 43 a+n 44 t+a 44 m+i 45 ng+e 45 sh+a 46 z+s 46 j+o 48 d+sch 49 e+z 51 o+z 51 w+s 52
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 6 - 17 t+i 26
tch: tch 1 tch+i 18 c 19 ch 19 - 22 u+tch 35 a+tch 48 e+tch 49 i+tch 49 tch+e 49
sh: s 9 sh 9 sch 12 - 13 sh+e 17 ch+e 19 ch+a 20 o+h 20 ch 21 ch+ae 22 sh+u 23 t 23 sh+a 25 sz+a 25 s+a 26 s+j 27 x+e 28 s+s 29 sch+a 32 sch+e 35 s+i 40 e+ch 41 s+e 46 t+i 46 i+sh 47 a+z 48 s+m 48 a+sh 49 c+i 49 s+w 49 sh+h 49 sh+w 49 ts+ch 49 tz+i 49 q+u 51 sz+i 51 j+a 52 sch+u 52 th+y 52
ch: ch 2 tch 17 e+c 19 u+ch 19 c 21 c+ch 22 s 23 ch+h 30 j 30 ts+ch 32 c+e 34 c+i 36 ch+a 36 tch+e 40 ts+j 40 ts+h 42 ch+e 43 s+e 43 c+c 44 c+s 44 t+c 44 z+z 45 s+o 48 j+r 49 s+u 52 y+ch 52
kh: h+a 8 kh 8 h 10 j 14 g+e 16 ch 17 x 20 k 21 kh+a 27 c 28 k+j 30 g 31 eo+gh 32 kh+o 33 eo+k 34 a+h 35 u+ck 36 ch+a 37 kh+u 38 ou+gh 38 kh+e 43 k+e 46 o+dh 50
th: th 1 t 12 s 29 e+z 30 th+a 34 t+u 43
dh: dh 2 d 13 d+e 23 - 24 a+z 24 d+o 26 dh+y 26 e+z 26 th 26 i+dh 27 a+d 28 a+s 28 d+i 28 dh+i 29
gh: gh 4 g 7 g+e 19 g+a 20 gh+a 20 g+s 23 q 24 g+g 25 u+e 25 o+v 27 u+q 27 gh+e 28 e+g 46
zh: j 8 - 11 zh 11 j+e 13 z 13 ch 15 g 20 g+e 24 j+eo 25 ch+eu 26 c 27 k+eo 28 dz 29 t+i 29 i 30 ch+i 31 ch+u 31 d+sch 31 g+eo 31 sch 31 z+z 32 ch+ou 33 g+u 33 r+z 33 s+i 33 z+a 33 ch+y 34 y+ou 35 dz+a 36 ch+h 39
ts: ts 7 c 10 t+e 13 z 14 tz 15 tch+e 17 z+z 18 c+u 20 z+e 20 e+c 22 t+c 22 t 25 tch 29 ts+s 33 a+ts 35 th+s 36 ts+u 36 z+s 36 ch+ae 37 cz+y 38 t+ts 40
tz: tz 4 dz 14 t+g 16 t+j 16 g 17 c+i 19 g+eo 20 - 21 i+tz 47 a+tz 48 tz+a 48 tz+i 48
dz: dz 6 d+s 9 e+z 13 g+eo 14 g+e 15 j+o 18 j 19 j+r 20 ng 20 i 24 z 24 y 28 c 29 c+a 37
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 1 n 16 - 17 n+q 22 o+v 22 ng+a 23 o+ng 26 ng+h 29 m 31 o+n 36 ou+ng 36 e+n 40 n+s 40 u+ng 40 eo+ng 43 eu+ng 43 ng+u 43 n+a 44 n+e 45 n+y 45 u+l 45 u+n 45 n+n 46 ng+i 47 r+i 48 d+y 49 h+n 49
ph: ph 4 f 10 i+v 16 v 17 v+e 17 ph+u 18 ph+a 23 ph+e 26 e+ph 50 m+ph 52 ph+i 52
bh: bh 1 v 11 l+v 25 i+v 26 w 26 o+v 29 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 3 l+e 14 h+n 15 k+s 15 l+a 15 r+d 16 k 25 c 27
eo: eo 3 e 16 e+r 16 o 17 a 18 u+r 22 u 23 u+eo 24 i+r 26 i 27 r+e 27 i+a 28 u+h 28 j+a 29 a+r 30 jh+u 30 ou 30 m+o 31 u+d 31 y+r 31 n+e 32 ch+u 34 o+t 39 b+o 40 j+e 46 th+a 52
eu: - 7 e 10 eu 10 o 11 u+s 13 n+e 25 u+e 25 z+e 37 ph+a 38 d+u 46
ae: ae 4 a 9 - 11 e 19 y+e 25 a+i 26 a+h 29 a+l 30 j+e 30 e+a 32 a+r 34 a+u 34 e+n 35 a+b 38 r+a 39 a+k 41 a+j 45 a+y 51
ou: ou 5 u 9 o 15 o+w 15 - 16 a+w 17 o+o 23 ou+y 25 e+a 26 o+a 26 o+j 26 eu 27 u+t 28 o+i 29 h+ou 30 u+ng 49 ou+t 52
`,
  h: `
_: _ 0 s+_ 25 a+_ 41 t+_ 44 e+_ 51
a: a 0 - 21 a+r 27 e 28 o 28 a+h 29 a+n 29 o+w 31 i+g 34 eu+s 37 u+o 37 i+s 38
b: b 2 v 9 w 21 - 23 a+v 25 bh 28 e+v 28 p 29 e+ph 32 i+b 32 o 32 ph+a 32 o+v 37 b+b 39 b+e 39 b+a 42 b+r 48 b+u 49 v+e 50 b+o 51 b+i 52 e+b 52 p+e 52
c: ch 7 c 9 ts 13 s 14 - 15 r+ts 18 i+d 21 ck 22 g 22 r+z 22 s+o 24 z 24 c+ch 25 b 26 ch+o 33 a+ts 41 ck+y 44 i+b 44 i+n 50
d: d 1 - 14 d+d 21 r+d 23 dh 27 d+a 28 d+i 28 n 31 d+e 39 d+u 45 n+d 45 o+v 45 a+d 48 t+t 50 r+t 51 i+d 52 n+e 52
e: e 1 a 14 - 18 a+y 25 h+e 28 y+e 28 e+a 30 a+i 32 k 32 e+t 33 r+a 33 e+r 34 i+n 34 r+i 35 a+t 42 e+n 46 j+e 52
f: f 2 v 13 ph 15 f+f 22 f+a 24 f+e 25 v+e 27 p 28 h+u 30 o+v 30 e+ph 31 ph+e 31 u+s 31 w 31 l+f 33 ph+a 33 e+v 35 f+r 35 u+f 35 ph+u 36 f+l 37 f+o 37 c+f 38 i+bh 38 n+a 38 o+ph 38 ou+gh 38 eu+v 39 j+e 40 a+v 42 h+o 42 v+i 42 v+s 42 p+o 45 e+f 46 a+f 49
g: g 6 - 8 k 8 gh 21 q 21 g+e 23 g+u 23 h 24 g+s 27 g+g 28 c 29 r+g 35 g+a 42 u+q 45 gh+e 47 o+v 48 k+w 49 g+o 52 g+y 52
h: h 2 - 7 kh 26 h+a 28 g+e 29 h+y 29 x 31 y+x 36 h+e 40 a+n 43 h+o 47 h+u 51
i: i 3 - 9 y 21 e 23 e+e 27 i+e 27 r+y 27 i+j 28 j 28 j+i 28 e+y 30 e+a 31 i+o 32 j+s 33 i+a 34 i+y 34 u+s 34 o+v 35 i+d 36 i+p 36 a+n 37 c+u 37 n+y 37 i+gh 38 ch+o 39 e+j 51
j: - 6 j 6 z 13 ch 19 g 21 c 23 dz 23 i 23 s 23 j+eo 24 d+s 28 s+e 29 ch+ou 30 ch+y 30 z+z 30 dz+dz 33 g+g 33 g+e 34 z+s 39 j+e 44 g+eo 45 j+a 45 c+e 47 d+sch 49 j+j 49 j+u 49 g+u 51 i+e 51 r+k 52
k: k 3 c 11 - 13 g 22 ch 24 ck 25 c+c 27 q 28 q+u 28 kh 30 c+o 31 k+e 32 o+v 37 r+c 37 k+s 38 r+k 41 k+k 42 a+k 45 c+a 45 c+u 46 a+x 49 a+ck 51 k+a 51 ck+e 52
l: l 3 - 6 l+l 19 l+e 23 r+h 28 r 30 r+r 31 l+a 34 n+d 35 e+l 48 l+i 48 a+l 51
m: m 1 - 16 a+m 28 m+e 30 m+m 30 m+a 33 m+i 33 h+m 37 e+m 48 m+u 50 i+m 52
n: n 1 - 11 n+e 23 h+n 28 n+n 28 n+i 29 n+s 29 n+u 29 r 32 e+n 33 n+a 35 n+d 35 s+t 38 v+a 38 i+n 41 a+n 43 g+n 49
o: o 3 - 7 eo 18 a+r 25 o+r 25 u 25 a 28 ou 29 a+u 30 o+h 30 v+a 30 o+w 31 a+s 32 u+s 34 a+n 35 a+w 35 eu+v 36 u+l 36 w+o 37 th+o 38 o+k 42 o+v 43 o+n 49
p: p 4 f 11 b 15 ph 15 v 15 a+f 26 b+b 26 h+k 26 p+p 26 p+u 27 r+p 27 w 30 v+s 31 p+a 33 p+e 37 f+a 44 p+i 44 f+e 45 b+e 49 ph+a 51
q: - 9 q 9 k 11 ch 12 z 18 c 19 t 21 tch 23 a+q 24 a+k 25 h 25 q+u 25 cz 26 ts+ch 26 g+a 27 i+o 27 t+j 27 e+k 28 j+eo 28 k+o 28 w+z 28 x 28 kh+e 29 ck+e 30 k+w 30 ts+j 32 q+e 35 k+eo 37 t+y 46 ou+t 50
r: r 1 l 13 - 19 r+e 27 r+d 28 r+i 28 r+r 30 r+a 31 l+e 32 r+o 32 u 32 l+d 33 a+r 35 e+r 40 l+l 47 r+u 52
s: s 2 - 10 s+s 18 sh 20 th 24 z 26 sz 30 c 31 ch 31 x 31 sch 32 c+o 35 h+sz 35 s+a 37 c+e 48 s+e 49 c+y 52
t: t 2 - 14 th 16 t+t 19 d+t 26 a+n 30 n+q 30 t+th 30 ts 30 a 31 t+e 33 t+a 40 t+i 43 o+v 47 t+u 47 e+t 51 th+eo 52
u: - 4 u 6 o+o 13 eu 20 o 30 eo+u 31 o+l 34 u+r 34 v+u 34 u+d 40 u+h 41 o+w 51 e+w 52
v: v 1 w 13 b 26 e+ph 33 i+bh 33 v+e 36 y+w 37 u+s 40 w+h 40 v+i 41 f+f 42 d+e 46 e+f 46 e+v 46 i+v 46 m+w 46 q+u 46 v+n 46 w+i 46 l+i 48 w+ts 48 ph+a 50 s+c 50
w: w 2 v 14 - 15 u 15 o 27 j+y 28 j 30 w+a 30 u+e 31 e+v 36 v+e 36 w+e 36 o+v 38 a+s 39 o+w 39 v+u 39 v+a 40 a+v 41 a+w 42 i+s 42 o+h 42 o+n 42 v+i 43 o+t 44 s+c 44 v+o 44 u+o 46 w+w 46 a+r 47 w+o 47 o+j 48 o+o 48 bh+i 49 e+b 49 eu+v 49 ou+y 49 s+w 49 u+eo 49 r+o 50 a+l 51 e+w 51 j+o 51 o+e 51 o+r 51 d+e 52
x: - 8 s 8 h 11 sh 15 x 17 h+s 18 s+s 18 h+y 19 ch 20 k+s 23 sch 25 z 27 r+sch 28 s+c 29 w+cz 29 s+y 30 k+y 34 s+u 37 h+o 44 h+eo 46 s+o 52
y: y 3 - 7 j 15 i 24 j+a 30 h+i 32 l+l 32 i+o 34 y+a 50 i+j 51
z: z 2 s 11 - 23 e+s 24 dz 25 j 26 d+s 27 z+e 27 h 29 s+i 29 z+a 29 g 30 ts 30 a+z 31 n+s 31 z+z 31 j+e 32 r+d 33 s+s 33 z+i 33 s+e 34 e+c 36 a+n 37 ng+e 37 t+a 37 m+i 38 sh+a 39 j+s 41 o+z 43 j+o 45 w+s 45 z+m 47 j+w 48 z+s 48
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 5 - 18 t+i 26
tch: tch 1 tch+i 18 c 19 ch 19 - 22 u+tch 35 a+tch 48 e+tch 49 i+tch 49 tch+e 49
sh: sh 3 s 8 sch 19 - 20 ch 21 ch+e 27 s+s 29 x 29 sh+e 30 z 31 s+i 32 s+j 33 ch+ae 35 sh+a 35 ch+a 37 s+a 39 sh+u 39 sz+a 39 t+i 39 i+sh 40 a+z 41 c+i 41 s+e 41 s+m 41 sch+e 41 sh+h 41 ts+ch 41 tz+i 41 a+sh 42 e+ch 42 o+h 42 s+w 42 sh+w 42 q+u 43 sz+i 44 h+sz 45 j+a 45 sch+u 45 th+y 45 h+s 46 r+s 47 s+u 47 e+k 48 sh+o 48 a+n 49 sch+a 51 x+e 51
ch: ch 2 - 13 c 16 tch 19 tz 25 z+z 26 c+ch 27 ts+ch 27 s 28 ts 28 ch+h 36 c+e 40 c+i 42 ch+a 43 tch+e 46 ts+j 46 ts+h 47 ch+e 49 s+e 49 u+ch 49 c+c 50 c+s 50 t+c 50 u+tz 50
kh: kh 7 h 10 k 10 eo+k 12 eo+gh 15 ch 17 x 20 j 22 c 27 h+a 27 kh+a 27 k+j 29 g+e 30 g 31 kh+o 33 a+h 34 u+ck 36 ch+a 37 kh+u 37 ou+gh 37 kh+e 42 k+e 45 o+dh 49
th: th 1 t 14 s 26 e+z 27 th+a 32 t+u 41
dh: dh 2 d 13 d+e 23 - 24 a+z 24 d+o 26 dh+y 26 e+z 26 th 26 i+dh 27 a+d 28 a+s 28 d+i 28 dh+i 29
gh: gh 4 g 7 g+e 19 g+a 20 gh+a 20 g+s 23 q 24 g+g 25 u+e 25 o+v 27 u+q 27 gh+e 28 e+g 46
zh: j 7 - 10 zh 10 ch 14 z 17 g 19 j+e 21 g+e 23 j+eo 24 ch+eu 25 c 27 k+eo 27 dz 28 t+i 28 i 29 ch+i 30 ch+u 30 g+eo 30 d+sch 31 sch 31 ch+ou 32 k 32 r+z 32 s+i 32 z+a 32 z+z 32 ch+y 33 g+u 33 y+ou 34 dz+a 35 ch+h 38
ts: ts 5 c 10 z 13 tz 17 t+c 18 t 20 - 24 t+e 24 z+z 24 tch 25 ch 28 tch+e 28 ts+s 28 a+ts 31 th+s 32 ts+u 32 z+s 32 ch+ae 33 z+e 33 c+u 34 cz+y 34 e+c 36 t+ts 36
tz: tz 4 dz 14 t+g 16 t+j 16 g 17 c+i 19 g+eo 20 - 21 i+tz 47 a+tz 48 tz+a 48 tz+i 48
dz: dz 5 d+s 9 g+eo 17 j 17 ng 17 e+z 18 g+e 19 i 21 z 22 j+o 26 y 26 c 27 c+a 35 j+r 36
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 3 - 7 n 19 g 31 h+n 32 n+s 37 ng+h 41 eo+ng 48 n+q 48 o+n 48 eu+ng 49 ou+ng 49 ng+a 51 o+v 52 u+ng 52
ph: ph 4 f 10 i+v 16 v 17 v+e 17 ph+u 18 ph+a 23 ph+e 26 e+ph 50 m+ph 52 ph+i 52
bh: bh 1 v 11 l+v 25 i+v 26 w 26 o+v 29 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 2 k+s 14 l+a 14 h+n 17 l+e 20 k 24 r+d 25 c 26
eo: eo 10 e+r 11 a 12 o 12 e 15 u+r 16 u 18 i+r 20 i 21 i+a 22 r+e 22 u+h 23 j+a 24 a+r 25 jh+u 25 m+o 25 n+e 25 ou 25 u+d 26 y+r 26 ch+u 28 u+eo 30 j+e 31 b+o 32 o+t 41 th+a 43 c+e 50
eu: - 6 e 8 o 10 u+s 11 eu 16 n+e 24 u+e 25 z+e 41 ph+a 45
ae: - 6 ae 7 a 9 e 17 a+i 23 a+l 24 a+b 27 e+n 28 r+a 30 a+k 31 y+e 38 a+h 41 j+e 42 a+r 44 e+a 44 a+u 46
ou: ou 5 u 5 - 18 o+w 21 e+a 23 eu 23 o 25 ou+y 25 o+j 26 a+w 28 o+o 33 o+a 37 u+t 38 o+i 39 h+ou 41
`,
  d: `
_: _ 0 s+_ 30 a+_ 40 r+_ 45
a: a 1 - 16 e 22 o 26 u 31 a+h 37 a+w 40 o+l 40 s+u 42 u+n 42 b+o 43 i+s 46 o+v 46 u+s 46 a+a 47
b: b 1 v 15 w 20 v+a 27 m 29 a+b 30 b+a 33 r+b 35 b+e 39 b+b 40 b+r 50 b+u 50 b+i 52 e+v 52 v+e 52
c: ch 7 c 8 - 12 ts 14 s 16 r+ts 20 ck 23 g 23 i+d 23 r+z 24 z 25 s+o 26 c+ch 27 b 28 ch+o 35 a+ts 43 ck+y 45 i+b 45 i+n 52
d: d 0 o+v 27 d+a 29 a+d 30 n+e 30 dh 32 n+d 32 d+d 36 d+e 44 d+s 46 r+d 48 d+u 50
e: e 1 a 15 - 21 e+y 25 e+i 29 a+b 31 a+r 31 y+g 33 a+i 34 b+e 34 h+e 35 e+r 37 e+a 42 e+t 49 e+n 52
f: f 2 v 15 ph 17 f+f 24 f+a 26 f+e 27 v+e 29 p 30 h+u 32 o+v 32 u+s 32 e+ph 33 ph+e 33 l+f 34 ph+a 35 u+f 36 e+v 37 f+r 37 ph+u 38 c+f 39 f+l 39 f+o 39 i+bh 39 n+a 39 ou+gh 39 eu+v 40 o+ph 40 j+e 42 a+v 44 h+o 44 v+i 44 v+s 44 p+o 47 e+f 48 a+f 51
g: g 1 - 19 q 19 u+q 26 h 27 g+u 28 v+e 28 o+v 30 g+a 42 g+g 44 g+s 46 g+e 47 gh+e 47 r+g 47 k+w 48 g+o 51 g+y 52
h: h 0 - 15 h+a 36 h+e 39 a+n 41 h+o 46 h+u 49 h+i 51
i: i 1 - 23 y 24 i+e 26 e+e 27 e 29 e+a 31 r+y 31 e+y 32 i+j 34 a+i 37 j+s 37 n+y 38 e+th 39 u+s 40
j: j 1 - 19 dz 21 g 22 c 23 y 24 i 25 q 32 g+e 39 j+e 42 g+eo 43 c+e 45 j+a 45 d+sch 47 g+g 47 j+j 48 g+u 49 i+e 49 j+eo 49 j+u 49 r+k 50 a+j 51 dz+dz 51 i+o 52 r+g 52 z+a 52
k: k 1 c 16 - 19 k+e 23 ck 25 ch 30 c+o 45 c+a 47 c+c 47 q+u 49 k+k 50 c+u 51
l: l 0 l+l 19 a+l 25 m 32 l+i 34 u+l 34 l+u 35 u+s 36 l+e 41 l+a 46 e+l 51
m: m 0 - 19 m+a 27 m+e 32 m+b 39 m+m 50 e+m 52 m+i 52
n: n 1 - 21 n+d 28 n+s 28 a+n 29 n+n 29 n+u 29 m 32 a+ng 35 a+t 35 i+n 35 ng+h 35 n+e 36 n+t 37 n+a 38 n+i 41 e+n 49
o: o 1 u 21 o+n 22 a+u 24 o+h 24 w+o 24 a+s 28 a+w 29 o+r 29 o+w 29 th+o 30 u+s 33 e+r 48 o+t 48 u+l 49 o+s 50 a+r 51
p: p 0 p+a 18 n 29 p+e 41 p+i 42 p+p 44 f+a 47 f+e 48 p+u 48 b+e 52 r+p 52
q: k 9 q 9 - 10 ch 13 z 19 c 20 t 22 tch 23 a+k 25 a+q 25 h 25 q+u 26 cz 27 g+a 27 t+j 27 ts+ch 27 e+k 28 i+o 28 j+eo 28 k+o 28 w+z 28 x 28 kh+e 29 ck+e 30 k+w 30 ts+j 32 q+e 35 k+eo 38 t+y 47 ou+t 51
r: r 0 - 22 r+d 35 r+e 35 a+r 36 r+g 40 r+r 42 e+r 45 r+a 52
s: s 1 sh 15 s+s 22 sh+r 31 c+i 34 h+s 34 h+sz 34 e+s 36 c+e 47 s+a 47 s+e 48
t: t 0 t+t 23 th 28 a+n 32 a+t 35 t+e 42 d+t 43 t+a 45 t+i 48 t+u 51 o+v 52
u: u 1 o 20 ou 23 o+w 31 eu 32 o+o 32 u+d 32 y 32 u+r 34 i+u 49 e+w 52
v: w 5 v 7 b 9 u 24 i+v 28 m+w 29 o 29 v+a 29 s+c 33 u+l 33 e+ph 49 i+bh 49 v+e 51
w: w 5 v 10 u 14 o 15 - 18 e+v 24 w+a 24 w+e 24 ou 25 a 26 o+v 26 v+e 26 a+s 28 o+w 28 v+a 28 a+v 29 e 29 a+w 30 i+s 30 o+h 30 o+n 30 eu 31 v+i 31 o+t 32 r 32 s+c 32 v+o 33 u+o 34 w+w 34 a+r 37 bh+i 37 eu+v 37 o+j 37 o+o 37 ou+y 37 s+w 37 v+u 37 w+o 37 e+b 38 r+o 38 u+e 38 u+eo 38 j+o 39 o+e 39 a+l 40 d+e 40 e+w 40 o+r 40 ph+a 41 ph+e 41 i+v 42 u+s 42 j+y 43 l+y 43 a+u 44 c+u 44 e+ph 45 w+h 47
x: - 8 s 8 h 11 sh 15 x 17 h+s 18 s+s 18 h+y 19 ch 20 k+s 23 sch 25 z 27 r+sch 28 s+c 29 w+cz 29 s+y 30 k+y 34 s+u 37 h+o 44 h+eo 46 s+o 52
y: y 3 - 10 i 15 y+a 17 j 19 r 26 l+l 30 i+j 31 j+a 48 i+gh 51 i+o 51
z: z 2 s 11 - 23 e+s 24 dz 26 j 26 d+s 28 z+e 28 h 30 s+i 30 ts 30 z+a 30 a+z 31 g 31 j+e 32 n+s 32 z+z 32 z+i 33 r+d 34 s+e 34 s+s 34 e+c 36 a+n 37 t+a 37 m+i 38 ng+e 38 sh+a 40 j+s 41 o+z 44 j+o 45 w+s 46 z+m 48 z+s 48 j+w 49
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 6 - 17 t+i 26
tch: tch 1 tch+i 18 c 19 ch 19 - 22 u+tch 35 a+tch 48 e+tch 49 i+tch 49 tch+e 49
sh: sh 2 s 9 x 19 - 24 sh+h 29 ch+h 31 h 31 s+s 32 h+s 33 h+sz 33 s+w 34 s+m 37 ch+e 41 sh+e 43 sh+w 45 s+i 46 s+j 46 ch+ae 48 sh+a 48 ch+a 50 a+s 52 s+a 52
ch: ch 1 ch+h 12 tch 19 c 27 s 28 ts+ch 37 c+e 39 e+ch 40 c+i 41 ch+a 42 c+ch 44 tch+e 45 ts+j 45 ts+h 47 ch+e 48 s+e 48 u+ch 48 c+c 49 c+s 49 t+c 49 z+z 50
kh: kh 1 h 16 kh+e 16 ch 22 k 26 x 26 j 28 kh+a 32 h+a 33 k+j 35 g+e 36 eo+gh 38 kh+o 38 eo+k 39 a+h 40 u+ck 41 ch+a 42 kh+u 43 ou+gh 43 k+e 51
th: th 0 t 16 e+z 36 th+a 41 t+u 49
dh: dh 0 - 24 dh+y 24 i+dh 24 d 25 d+e 34 a+z 35 d+o 37 e+z 37 a+s 39 d+i 39 a+d 40 dh+i 41
gh: gh 2 g 10 g+e 22 gh+a 23 g+a 24 g+s 26 q 27 g+g 29 u+e 29 gh+e 31 o+v 31 u+q 31 e+g 50
zh: j 7 - 10 zh 10 ch 14 z 17 g 19 j+e 21 g+e 23 j+eo 24 ch+eu 25 c 27 k+eo 27 dz 28 t+i 28 i 29 ch+i 30 ch+u 30 g+eo 30 d+sch 31 sch 31 ch+ou 32 k 32 r+z 32 s+i 32 z+a 32 z+z 32 ch+y 33 g+u 33 y+ou 34 dz+a 35 ch+h 38
ts: ts 5 c 10 z 13 tz 17 t+c 18 t 20 - 24 t+e 24 z+z 24 tch 25 ch 28 tch+e 28 ts+s 28 a+ts 31 th+s 32 ts+u 32 z+s 32 ch+ae 33 z+e 33 c+u 34 cz+y 34 e+c 36 t+ts 36
tz: tz 4 dz 14 t+g 16 t+j 16 g 17 c+i 19 g+eo 20 - 21 i+tz 47 a+tz 48 tz+a 48 tz+i 48
dz: dz 5 d+s 9 g+eo 17 j 17 ng 17 e+z 18 g+e 19 i 21 z 22 j+o 26 y 26 c 27 c+a 35 j+r 36
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 1 n 16 ng+h 18 - 22 n+q 41 o+n 41 ou+ng 41 ng+a 44 e+n 45 n+s 45 o+v 45 u+ng 45 o+ng 46 eo+ng 48 eu+ng 48 ng+u 48 n+a 49 n+e 50 n+y 50 u+l 50 u+n 50 n+n 51 ng+i 52
ph: ph 4 f 7 i+v 16 v+e 17 v 21 ph+u 23 ph+a 28 ph+e 31
bh: bh 1 v 14 i+v 34 l+v 34 o+v 38 v+o 42
jh: jh 1 z 13 a+jh 52 i+jh 52 jh+a 52 jh+i 52 jh+u 52 l+jh 52 o+jh 52
ck: ck 2 h+n 16 k+s 16 l+a 16 l+e 19 k 22 r+d 24 c 25
eo: eo 3 e 16 e+r 16 u+eo 16 o 17 a 18 u+r 21 u 23 i+r 25 i 26 r+e 27 i+a 28 j+a 28 u+h 28 a+r 30 jh+u 30 m+o 30 ou 30 n+e 31 u+d 31 y+r 31 ch+u 34 b+o 39 o+t 39 j+e 46 th+a 52
eu: eu 7 - 8 e 11 o 11 u+s 13 n+e 25 u+e 26 z+e 38 ph+a 39 d+u 47
ae: ae 5 a 8 - 9 e 18 y+e 24 a+i 25 a+h 28 a+l 29 j+e 29 e+a 31 a+r 33 a+u 33 e+n 34 a+b 37 r+a 38 a+k 40 a+j 44 a+y 50
ou: ou 5 u 9 o 15 o+w 15 - 16 a+w 17 o+o 23 ou+y 25 e+a 26 o+a 26 o+j 26 eu 27 u+t 28 o+i 29 h+ou 30 u+ng 49 ou+t 52
`,
  c: `
_: _ 0 _+s 39 s+_ 42 _+h 43 _+z 43 m+_ 43
a: a 4 - 7 o 16 a+h 21 eo 22 e 23 eu 23 i 27 a+r 30 r+a 30 a+n 31 v+a 32 o+o 34 ae+k 35 h+a 35 j+i 35 q+y 35 e+r 36 c+a 37 i+l 37 u+o 37 o+w 46
b: b 3 - 9 p+e 17 m 20 m+p 22 a+p 23 b+e 23 h+k 23 u+b 23 p 25 v 30 b+r 31 i+h 33 b+b 35 b+a 37 b+u 43 v+e 45 b+i 46 b+o 46 b+y 46 e+v 46 a+v 47 a+b 48 i+b 48 p+p 48 v+a 48 m+b 49 b+d 50 p+a 51
c: ch 4 c 15 ch+o 15 ts 15 s 16 s+o 16 i+n 17 - 21 c+ch 21 r+ts 24 ck 27 i+d 27 g 28 r+z 28 z 30 b 32 a+ts 47 i+b 49 ck+y 50
d: d 3 - 11 t 12 r+d 18 th 20 d+d 22 t+ae 25 g+o 28 k+t 29 l+m 29 d+e 35 d+a 38 d+u 42 n+d 43 o+v 43 a+d 46 d+i 46 t+t 47 e+d 49 n+e 49 r+t 49 i+d 50 d+o 51 d+t 52 r+u 52
e: - 5 e 9 u 12 a 16 i 18 o 20 eu 22 e+h 25 eo+l 25 ae+l 27 u+k 27 e+k 28 e+n 28 o+a 29 e+r 30 a+f 31 ae 31 c+o 32 ck+e 32 i+e 33 k+o 34 o+o 34 h+a 35 h+u 40 a+i 46 e+t 50 h+e 50 e+l 51
f: f 3 p 16 - 17 ae 18 h+o 20 n+a 20 p+o 20 r 20 v 20 ph 22 f+f 29 f+a 31 f+e 31 f+o 31 v+e 34 h+u 37 o+v 37 e+ph 38 ph+e 38 u+s 38 l+f 40 ph+a 40 e+v 42 f+r 42 u+f 42 ph+u 43 f+l 44 c+f 45 i+bh 45 o+ph 45 ou+gh 45 eu+v 46 j+e 47 a+v 49 v+s 49 v+i 50 m+h 51
g: g 6 - 8 k+w 10 k 11 q 23 g+u 28 h 31 gh 32 g+a 37 g+y 38 g+g 39 u+q 41 g+e 42 gh+e 42 o+v 42 r+g 42 g+o 44 g+s 46 e+g 48 u+g 49 i+l 50 l+l 51 v+e 51 y+e 51
h: h 4 - 5 m 28 u+l 28 c+o 32 h+a 35 h+o 38 h+e 39 a+n 42 h+i 49 h+u 49
i: - 4 i 6 e 19 e+e 22 y 23 y+u 23 i+e 31 y+ou 31 i+d 32 j+o 32 o+o 32 r+i 32 i+b 33 i+l 33 u+s 34 z+i 35 e+h 36 ae+w 37 i+ck 37 i+n 37 i+th 37 i+t 38 t+t 38 i+s 39 t+u 39 u+n 40 l+l 45 e+y 51
j: - 4 j 9 k 11 ch 19 g 21 h 23 h+e 24 j+eo 25 s+u 25 ch+a 27 m 27 dz 28 i 32 j+e 35 g+e 38 g+eo 43 j+a 43 c+e 44 d+sch 46 g+g 46 j+u 47 g+u 48 i+e 48 j+j 48 r+k 49 y+u 49 dz+dz 50 a+j 51 i+o 51 r+g 51 z+a 51 ck+e 52 d+s 52 dz+e 52 s+e 52
k: k 3 - 7 g 19 c 22 ch 24 ck 32 k+e 35 c+o 39 c+a 40 c+c 41 q+u 42 k+k 43 c+u 45 a+k 46 k+a 46 ck+e 47 o+v 48 ch+ae 51
l: l 3 - 11 r 16 l+a 20 l+e 22 l+l 24 s+i 24 l+i 25 n 25 y+ou 25 r+i 26 e+k 29 i+l 29 n+o 29 y+eo 29 l+o 34 l+u 38 e+l 47 a+l 49
m: m 1 - 11 m+c 29 m+a 36 m+e 38 r+m 39 m+m 43 m+i 44 e+m 46 a+m 47 m+u 47 i+m 49 l+m 51 m+p 52 th+eu 52
n: n 3 - 8 m 17 ng 23 a+m 25 o+n 31 i+n 32 m+y 32 ng+a 34 o+o 37 a+n 38 n+u 38 h+n 39 e+n 40 l+l 40 n+s 41 n+e 43 n+n 43 n+d 52
o: o 5 - 6 u 13 ou 18 o+k 21 eo 22 a 23 o+r 26 o+w 27 d 30 v+e 31 eo+m 32 o+h 37 l+a 40 a+u 45 o+o 48 y+ou 49 e+r 51 u+s 51 i+u 52
p: p 2 b 14 c 18 p+u 19 - 20 ph 20 ph+o 21 f 24 p+e 24 p+a 28 l 30 p+p 35 p+i 37 b+e 38 f+a 38 f+e 38 ph+a 40 r+p 43 a+f 47 a+ph 47 b+b 47 f+f 47 h+k 47 v+o 48 f+i 49 v+s 52
q: - 5 k 9 ch 10 q 19 k+w 21 h 22 j+eo 23 kh+e 23 ch+u 27 z 28 c 29 t 31 a+q 34 k+eo 34 a+k 35 q+u 35 ts+ch 36 e+k 37 g+a 37 i+o 37 t+j 37 k+o 38 w+z 38 ck+e 40 ts+j 42 q+e 45
r: - 6 r 6 y 8 r+e 22 sz+o 23 v+e 25 l 28 e+r 32 r+a 39 r+r 39 a+r 40 l+l 40 r+d 40 y+ou 40 r+i 42 r+u 45 i+r 46 l+e 46 r+o 47 r+g 48 y+o 50 l+d 51
s: s 2 - 8 j 24 s+s 24 sh 24 i+s 25 s+a 40 s+e 41 c+e 42 c+i 47 s+o 50 r+th 52 s+u 52
t: t 2 th 12 - 20 h+n 22 u 22 r+g 24 t+t 28 t+e 32 t+a 35 t+i 36 d+t 41 t+o 42 t+u 42 a+n 43 o+v 43 t+th 46 e+t 47 th+eo 47 th+i 49 th+u 49 s+t 50 th+a 50 th+e 51 e+th 52
u: - 4 u 9 o+o 12 o 16 w 21 o+h 24 a+u 26 o+w 27 e+w 28 u+h 28 u+k 30 j+u 32 u+d 32 s+u 33 eo+n 35 o+e 52
v: v 1 w 13 b 26 e+ph 33 i+bh 33 v+e 36 y+w 37 u+s 40 w+h 40 v+i 41 f+f 42 d+e 46 e+f 46 e+v 46 i+v 46 m+w 46 q+u 46 v+n 46 w+i 46 l+i 48 w+ts 48 ph+a 50 s+c 50
w: w 3 - 12 v 12 o 19 o+h 19 w+a 21 o+n 24 v+u 24 d+e 25 s+w 25 u 26 v+i 32 w+e 34 e+v 35 v+e 36 o+v 37 a+s 39 o+w 39 v+a 39 a+v 40 a+w 41 i+s 42 v+o 42 o+t 44 s+c 44 w+w 45 u+o 46 w+o 46 o+j 48 o+o 48 a+r 49 bh+i 49 e+b 49 eu+v 49 ou+y 49 r+o 49 u+e 49 u+eo 49 j+o 50 o+e 50 a+l 51 e+w 51 o+r 51 ch+u 52
x: - 6 s 9 h 10 h+s 15 h+y 17 sh 19 s+s 24 z 25 s+u 27 x 30 k+s 36 s+y 38 k+y 39 r+sch 42 s+c 43 w+cz 43 h+eo 45
y: - 4 y 6 y+ou 14 i 21 y+u 22 eu 23 j 23 g 24 y+e 28 j+o 42 l+l 45 i+l 46 y+a 47 j+a 50 a+i 51 i+j 51 i+gh 52 i+o 52
z: z 5 - 9 ts 16 s 17 z+l 17 j+w 19 sh+a 19 t+a 19 ts+a 22 h 23 k+e 24 e+s 30 dz 31 j 31 d+s 33 z+e 33 s+i 35 z+a 35 a+z 36 z+i 36 n+s 37 z+z 37 h+o 38 j+e 38 r+d 39 s+s 39 s+e 40 e+c 42 a+n 43 ng+e 43 m+i 44 j+s 47 o+z 49 j+o 51 w+s 51
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 6 - 17 t+i 26
tch: tch 1 tch+i 18 c 19 ch 19 - 22 u+tch 35 a+tch 48 e+tch 49 i+tch 49 tch+e 49
sh: - 6 s 8 sh 10 z 17 s+i 18 a+z 24 i+sh 24 ou+z 24 s+m 24 tz+i 24 a+n 25 sch 28 ch 29 s+eu 29 ch+e 35 s+s 37 sh+e 38 s+j 41 ch+ae 43 sh+a 43 ch+a 45 s+a 46 sh+u 46 s+e 47 t+i 47 sz+a 48 m+z 49 sch+e 49 sh+h 49 ts+ch 49 a+sh 50 c+i 50 e+ch 50 o+h 50 s+w 50 sh+w 50 q+u 52 sz+i 52
ch: ch 3 s 10 ch+h 15 j+i 23 - 24 ae 24 sh+i 25 ts+h 26 c 27 s+u 27 tch 29 s+o 32 s+eu 33 ts+ch 37 ch+a 39 c+e 40 c+i 42 c+ch 45 s+e 45 tch+e 46 ts+j 46 ch+e 48 u+ch 49 c+c 50 c+s 50 t+c 50 z+z 51
kh: kh 5 h 9 eo+gh 14 ch 16 x 19 k 20 j 21 kh+a 25 c 26 h+a 26 k+j 28 g 29 g+e 29 kh+o 31 eo+k 32 gh 32 a+h 33 u+ck 34 ch+a 35 kh+u 36 ou+gh 36 kh+e 41 k+e 44 o+dh 48 dh+ou 51 gh+o 52
th: th 1 t 14 s 26 e+z 27 th+a 32 t+u 41
dh: dh 2 d 13 d+e 23 - 24 a+z 24 d+o 26 dh+y 26 e+z 26 th 26 i+dh 27 a+d 28 a+s 28 d+i 28 dh+i 29
gh: gh 4 g 7 g+e 19 g+a 20 gh+a 20 g+s 23 q 24 g+g 25 u+e 25 o+v 27 u+q 27 gh+e 28 e+g 46
zh: - 6 ch 9 j 9 j+eo 18 ch+eu 21 zh 22 k+eo 23 z 23 ch+i 24 ch+u 24 t+i 25 z+a 26 ch+y 27 s+i 27 ch+ou 29 ch+h 31 j+e 34 g+e 37 y+ou 38 g+eo 44 d+sch 45 z+z 46 g+u 47 r+z 47 dz+a 49
ts: ts 5 c 10 z 13 tz 17 t+c 18 t 20 - 24 t+e 24 z+z 24 tch 25 ch 28 tch+e 28 ts+s 28 a+ts 31 th+s 32 ts+u 32 z+s 32 ch+ae 33 z+e 33 c+u 34 cz+y 34 e+c 36 t+ts 36
tz: tz 4 dz 14 t+g 16 t+j 16 g 17 c+i 19 g+eo 20 - 21 i+tz 47 a+tz 48 tz+a 48 tz+i 48
dz: dz 5 d+s 9 g+eo 17 j 17 ng 17 e+z 18 g+e 19 i 21 z 22 j+o 26 y 26 c 27 c+a 35 j+r 36
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 2 - 10 n 20 m 26 ng+h 26 u+n 29 n+n 34 o+n 34 ou+ng 34 u+l 34 o+ng 35 eo+ng 41 eu+ng 42 u+ng 43 n+q 51
ph: ph 4 f 10 i+v 16 v 17 v+e 17 ph+u 18 ph+a 23 ph+e 26 e+ph 50 m+ph 52 ph+i 52
bh: bh 1 v 11 l+v 25 i+v 26 w 26 o+v 29 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 2 k+s 15 h+n 16 l+a 16 l+e 18 k 22 r+d 23 c 24
eo: eo 3 e 16 e+r 16 o 17 a 18 u+r 22 u 23 u+eo 23 i 26 i+r 26 r+e 27 i+a 28 u+h 28 j+a 29 a+r 30 jh+u 30 m+o 30 ou 30 n+e 31 u+d 31 y+r 31 ch+u 34 o+t 39 b+o 40 j+e 46 th+a 52
eu: - 7 e 10 eu 10 o 11 u+s 13 n+e 25 u+e 25 z+e 37 ph+a 38 d+u 46
ae: - 5 ae 5 a 15 a+i 19 e 24 y+e 31 a+h 34 a+l 35 j+e 35 e+a 37 a+r 39 a+u 39 e+n 40 a+b 43 r+a 44 a+k 47 a+j 50
ou: - 6 u 9 ou 11 o 15 o+o 15 e+a 18 o+w 20 eu 22 a+w 23 ou+y 30 o+j 31 o+a 32 u+t 33 o+i 34 h+ou 35
`,
  o: `
_: _ 0 s+_ 24 e+_ 33 a+_ 34 t+_ 39 d+_ 45 _+h 47 _+m 48 h+_ 49 l+_ 51
a: a 1 - 17 e 19 o 23 u 28 a+r 32 a+h 33 e+r 33 a+n 36 h+a 39 o+w 39 u+r 41 u+s 41 i+s 42 a+l 44 eu+s 44 o+h 44 e+i 45 u+d 45 e+h 46 h+e 46 o+l 46 o+v 48 v+a 48 i+a 50 o+r 50 r+a 50 ch+u 51 o+o 51 u+n 51 a+i 52 a+y 52 b+o 52 e+l 52
b: b 1 v 20 p 24 b+b 25 b+e 25 b+a 27 w 30 b+r 34 b+u 34 v+e 36 a+v 37 b+i 37 b+o 37 e+v 37 p+e 37 p+p 38 a+b 39 i+b 39 v+a 39 m+b 40 b+d 41 p+a 41 a+p 42 ph+e 43 r+p 43 u+b 43 h+k 44 i+a 44 w+i 44 p+o 45 ph+a 45 b+y 46 r+t 46 b+ou 47 e+b 47 e+ph 47 bh+r 48 i+v 49 o+v 52
c: ch 7 c 9 ts 13 s 14 - 15 r+ts 18 i+d 21 ck 22 g 22 r+z 22 s+o 24 z 24 c+ch 25 b 26 ch+o 33 a+ts 41 ck+y 44 i+b 44 i+n 50
d: d 1 t 25 d+e 26 dh 28 th 28 r+d 29 n+d 31 o+v 31 d+d 32 d+u 32 d+a 33 a+d 34 d+i 35 t+t 36 r+t 37 n+e 38 e+d 39 i+d 39 d+t 40 r+u 40 c+d 41 a+a 44 d+o 44 i+dh 46 ou+r 46 t+ae 46 r+i 47 k+t 48 t+th 48 d+s 49 l+m 49
e: e 2 - 13 a 16 o 25 e+r 27 i 27 u 27 e+t 32 a+i 33 h+e 34 ae+l 37 e+n 37 h+a 37 y+e 37 a+y 38 e+i 38 e+ph 38 e+y 38 i+e 38 j+e 38 o+l 39 u+r 39 e+h 41 i+n 41 i+u 41 o+r 41 eo+l 43 i+r 43 i+x 43 o+v 43 r+i 44 d+o 45 e+k 45 e+l 46 eu+x 46 u+k 46 a+h 48 a+r 48 ng+i 48 c+a 49 e+z 49 o+a 49 r+a 49 a+f 50 k+o 50 n+h 50 o+w 50 v+o 50 w+a 50 c+o 51 ck+e 51 h+u 51 y+g 51 a+n 52 ch+a 52 i+d 52
f: f 2 v 13 ph 15 f+f 22 f+a 24 f+e 25 v+e 27 p 28 h+u 30 o+v 30 e+ph 31 ph+e 31 u+s 31 w 31 l+f 33 ph+a 33 e+v 35 f+r 35 u+f 35 ph+u 36 f+l 37 f+o 37 c+f 38 i+bh 38 n+a 38 o+ph 38 ou+gh 38 eu+v 39 j+e 40 a+v 42 h+o 42 v+i 42 v+s 42 p+o 45 e+f 46 a+f 49
g: g 1 - 18 g+u 20 k 20 q 20 gh 23 h 24 g+a 28 g+g 30 j 31 u+q 32 r+g 33 g+e 34 gh+e 34 o+v 34 k+w 35 g+s 37 g+o 38 e+g 39 g+y 39 u+g 40 i+l 42 l+l 42 y+e 42 v+e 43 g+i 44
h: h 2 - 12 h+a 22 h+e 25 a+n 27 ch 28 kh 28 g 29 h+o 32 h+u 35 h+i 37 h+y 38 e+r 39 w+h 39 l+d 40 u+g 40 y+g 40 g+e 41 v+a 41 a+u 42 u+l 42 g+u 44 bh+gh 46 h+h 47 c+o 49
i: i 2 - 12 y 18 e 20 i+e 26 e+e 27 e+y 28 e+a 31 i+j 31 j 32 r+y 32 a+y 35 i+a 36 j+i 36 i+d 38 o+v 38 i+gh 40 i+y 40 m+o 40 r+i 40 u+s 40 a+i 41 n+y 41 e+i 42 i+o 42 y+u 42 ch+o 44 i+b 44 i+l 44 i+p 44 j+s 44 r+d 44 z+i 44 d+t 45 e+th 45 j+e 45 l+l 45 i+n 46 i+ng 46 e+h 47 e+t 47 i+g 47 i+u 47 n+e 47 o+o 47 y+e 47 e+r 48 o+i 48 u+q 48 i+r 49 j+o 49 l+y 49 c+u 50 e+n 50 l+a 50 y+a 50 y+ou 50 n+i 51 ae+w 52 ch+a 52 ck+r 52 h+u 52 i+ck 52 i+th 52 u+f 52 w+i 52
j: j 4 - 12 g 17 k 18 dz 19 i 19 c 20 z 20 g+e 24 ch 25 j+e 27 g+eo 29 s 29 c+e 30 j+a 30 y 30 d+sch 32 g+g 32 g+u 34 i+e 34 j+j 34 j+u 34 j+eo 35 r+k 35 dz+dz 36 a+j 37 i+o 37 r+g 37 z+a 37 d+s 38 dz+e 38 h+e 38 s+u 38 a+dz 39 a+g 39 ck+e 39 d+i 39 dz+s 39 l+l 39 r+t 39 s+e 39 c+a 40 ch+y 40 j+i 40 k+k 40 z+z 40 r+z 41 a+r 42 c+u 43 dz+a 43 v+a 44 r+dz 45 r+c 47 z+i 47 a+ng 48 ng+e 49 ch+a 50 u+q 52 y+u 52 z+s 52
k: k 2 c 11 - 19 ck 21 ch 24 k+e 24 g 25 c+o 27 c+a 29 q 29 c+c 30 q+u 31 k+k 32 c+u 33 ck+e 35 k+a 35 o+v 36 ch+ae 40 a+ck 41 c+i 42 u+k 43 a+k 44 a+u 45 c+ch 45 k+i 45 k+s 45 r+k 45 v+a 45 l+a 46 l+c 46 a+m 47 k+o 47 o+k 47 r+l 48 e+n 49 e+q 49 m+c 49 t+t 51 w+k 52
l: l 1 r 17 l+l 18 - 21 l+e 22 l+a 29 l+i 31 e+l 32 a+l 33 r+r 37 l+o 41 l+u 41 r+i 41 u+l 41 r+e 44 s+i 44 a+t 48 g+u 48 i+l 48 i+r 48 n+f 48 n+o 48 p+r 48 r+h 48 u+m 48 w+r 48 e+k 49 r+a 50 t+l 50 h+r 51 o+t 51
m: m 0 - 24 m+a 24 m+e 30 m+m 30 m+i 32 e+m 33 m+u 33 a+m 34 i+m 36 l+m 37 m+p 38 th+eu 38 th+y 39 m+h 42 m+c 43 m+o 43 b+u 47 m+ck 47 n+m 47 a+n 49 m+b 50 r+m 50
n: n 1 - 20 n+e 22 n+n 25 e+n 27 a+n 29 m 29 n+u 29 n+d 31 n+s 31 n+a 32 n+i 32 ng 32 i+n 33 h+n 35 g+n 36 o+n 38 o+v 39 a+m 44 a+ng 44 i+o 46 u+m 46 ng+o 47 n+t 48 ng+h 48 m+y 49 l+n 50 n+h 50 e+e 51 i+ck 51 k+n 51 a+t 52
o: o 1 - 18 u 21 a 27 a+u 27 o+h 28 eo 29 o+r 29 ou 30 u+s 32 e+r 33 a+r 35 a+w 36 o+s 36 o+k 37 o+w 37 a+s 38 o+n 38 th+o 38 u+l 38 u+r 39 y+o 39 a+a 41 l+l 41 o+t 43 o+v 44 u+e 44 v+a 44 w+a 44 a+l 45 h+o 45 v+e 45 j+o 46 o+m 46 w+o 46 l+a 47 o+l 47 u+w 47 a+d 48 a+n 48 r+d 48 y+r 48 e+a 49 e+v 49 eu+v 49 o+c 49 o+o 49 o+p 49 s+c 49 y+n 49 eo+m 50 j+a 50 n+e 50 c+o 52 o+ng 52
p: p 1 f 18 b 19 p+a 24 p+e 25 ph 26 p+p 29 v 30 f+a 32 p+i 32 f+e 33 p+u 33 b+e 36 r+p 37 ph+a 38 a+f 41 a+ph 41 b+b 41 f+f 41 h+k 41 v+o 42 f+i 43 ph+o 43 v+s 46
q: - 9 q 9 k 11 ch 12 z 18 c 19 t 21 tch 23 a+q 24 a+k 25 h 25 q+u 25 cz 26 ts+ch 26 g+a 27 i+o 27 t+j 27 e+k 28 j+eo 28 k+o 28 w+z 28 x 28 kh+e 29 ck+e 30 k+w 30 ts+j 32 q+e 35 k+eo 37 t+y 46 ou+t 50
r: r 1 l 18 e+r 23 r+e 26 r+a 29 l+l 30 r+d 30 r+r 30 a+r 31 r+i 32 l+e 36 r+u 36 i+r 37 r+o 37 r+g 38 l+d 42 r+t 43 w+r 43 o+l 48 o+v 48 l+o 49 w+i 49 a+i 50 j+ae 50 p+r 50 a+d 52 g+l 52 i+u 52 n+y 52 r+l 52 r+m 52
s: s 1 s+s 18 - 21 z 23 c 26 sh 27 c+e 30 s+a 30 s+e 31 th 31 sch 32 x 32 c+i 36 s+o 40 r+th 41 h+sz 42 e+s 43 s+u 43 i+s 46 sz+a 46 x+e 46 z+e 46 ch+e 47 a+s 48 n+t 48 a+x 49 ts+o 49 a+y 50 e+z 50 j+u 50 n+s 50 p+s 50 s+i 50 r+s 51 s+k 51 j+s 52
t: t 1 th 16 t+t 20 - 23 t+e 24 d 28 t+a 28 t+i 30 ts 32 d+t 33 t+u 34 a+n 35 o+v 35 t+th 38 e+t 39 th+eo 39 t+o 41 s+t 42 th+e 42 th+u 42 th+a 43 e+th 44 th+i 44 e+d 46 n+e 46 o+ts 47 a+t 48 d+d 48 r+g 48 th+r 48 d+dh 49 r+t 49 i+t 51 t+r 51
u: u 3 - 10 o 12 o+o 20 ou 20 w 23 e 29 o+w 32 v 32 e+w 33 u+d 33 o+h 36 y+n 36 a+u 37 u+e 37 a+w 38 u+h 38 u+s 38 o+e 39 ou+i 39 o+n 40 o+v 40 u+l 40 u+r 40 a+s 41 v+o 41 o+k 42 u+g 42 a+a 43 a+r 43 o+l 43 s+e 43 w+a 43 e+n 44 h+u 44 ou+gh 44 s+c 44 u+k 44 eo+u 46 j+u 46 s+u 46 y+u 46 e+r 47 ou+t 47 ou+x 47 d+i 48 i+i 48 m+o 48 a+i 49 eo+n 49 i+j 49 i+u 49 r+a 49 v+u 49 w+h 49 ou+s 50 i+n 51 v+a 51 v+e 51
v: v 1 w 13 b 26 e+ph 33 i+bh 33 v+e 36 y+w 37 u+s 40 w+h 40 v+i 41 f+f 42 d+e 46 e+f 46 e+v 46 i+v 46 m+w 46 q+u 46 v+n 46 w+i 46 l+i 48 w+ts 48 ph+a 50 s+c 50
w: w 5 v 10 u 14 o 15 - 18 e+v 24 w+a 24 w+e 24 ou 25 a 26 o+v 26 v+e 26 a+s 28 o+w 28 v+a 28 a+v 29 e 29 a+w 30 i+s 30 o+h 30 o+n 30 eu 31 v+i 31 o+t 32 r 32 s+c 32 v+o 33 u+o 34 w+w 34 a+r 37 bh+i 37 eu+v 37 o+j 37 o+o 37 ou+y 37 s+w 37 v+u 37 w+o 37 e+b 38 r+o 38 u+e 38 u+eo 38 j+o 39 o+e 39 a+l 40 d+e 40 e+w 40 o+r 40 ph+a 41 ph+e 41 i+v 42 u+s 42 j+y 43 l+y 43 a+u 44 c+u 44 e+ph 45 w+h 47
x: - 8 s 8 h 11 sh 15 x 17 h+s 18 s+s 18 h+y 19 ch 20 k+s 23 sch 25 z 27 r+sch 28 s+c 29 w+cz 29 s+y 30 k+y 34 s+u 37 h+o 44 h+eo 46 s+o 52
y: y 5 - 9 i 9 j 12 e 29 l+l 29 j+a 34 y+a 34 i+j 35 i+gh 36 i+o 36 a+i 38 j+e 39 i+y 41 j+y 42 u+s 43 y+i 43 h+i 44 y+e 44 y+u 44 y+y 44 a+a 45 a+gh 45 j+s 45 n+h 45 y+h 45 a+n 46 h+j 46 j+i 46 o+i 46 th+e 46 i+e 47 n+n 47 i+g 48 w+ae 48 e+b 49 e+w 50 l+i 50 o+v 51 eo+i 52
z: z 2 s 11 - 23 e+s 24 dz 25 j 26 d+s 27 z+e 27 h 29 s+i 29 z+a 29 g 30 ts 30 a+z 31 n+s 31 z+z 31 j+e 32 r+d 33 s+s 33 z+i 33 s+e 34 e+c 36 a+n 37 ng+e 37 t+a 37 m+i 38 sh+a 39 j+s 41 o+z 43 j+o 45 w+s 45 z+m 47 j+w 48 z+s 48
shch: sh+t 8 s+t 11 ch+t 12 ch+th 16 s+th 16 - 21
dzh: j 7 dzh 9 c 14 dj 14 g 14 dz 16 i 19 g+i 21 g+e 24 ng 25 g+g 27 g+eo 28 d 30 d+g 30 d+sch 30 dz+s 34 s+eu 34 c+i 40
sch: s+t 6 - 17 t+i 26
tch: tch 1 tch+i 18 c 19 ch 19 - 22 u+tch 35 a+tch 48 e+tch 49 i+tch 49 tch+e 49
sh: sh 4 s 8 - 17 sch 17 ch 19 ch+e 24 s+s 26 x 26 sh+e 27 z 28 s+i 30 s+j 30 ch+ae 32 sh+a 32 t 32 ch+a 34 s+a 36 sh+u 36 sz+a 36 t+i 36 i+sh 37 a+z 38 c+i 38 s+e 38 s+m 38 sch+e 38 sh+h 38 ts+ch 38 tz+i 38 a+sh 39 e+ch 39 o+h 39 s+w 39 sh+w 39 q+u 41 sz+i 41 h+sz 42 j+a 42 sch+u 42 th+y 42 h+s 43 s+u 44 e+k 45 r+s 45 sh+o 45 a+n 46 sch+a 48 x+e 48 ch+h 50
ch: ch 2 c 16 s 17 tch 18 - 23 j 24 ch+h 25 ts+ch 26 sh 27 cz 28 c+e 29 ts 29 z 30 c+i 31 ch+a 32 h 32 c+ch 34 tch+e 35 ts+j 35 ts+h 36 s+e 37 ch+e 38 u+ch 38 c+c 39 c+s 39 t+c 39 z+z 40 s+o 42 j+r 44 s+u 46 s+eu 47 y+ch 47 e+c 50 sh+i 50
kh: kh 5 h 8 ch 15 k 18 x 18 j 20 c 25 h+a 25 kh+a 25 k+j 27 g 28 g+e 28 eo+gh 30 kh+o 30 eo+k 31 gh 31 a+h 32 u+ck 33 ch+a 34 kh+u 35 ou+gh 35 kh+e 40 k+e 43 o+dh 47 dh+ou 50 gh+o 51
th: th 1 t 14 s 26 e+z 27 th+a 32 t+u 41
dh: dh 2 d 13 d+e 23 - 24 a+z 24 d+o 26 dh+y 26 e+z 26 th 26 i+dh 27 a+d 28 a+s 28 d+i 28 dh+i 29
gh: gh 4 g 7 g+e 19 g+a 20 gh+a 20 g+s 23 q 24 g+g 25 u+e 25 o+v 27 u+q 27 gh+e 28 e+g 46
zh: j 7 - 10 zh 10 ch 14 z 17 g 19 j+e 21 g+e 23 j+eo 24 ch+eu 25 c 27 k+eo 27 dz 28 t+i 28 i 29 ch+i 30 ch+u 30 g+eo 30 d+sch 31 sch 31 ch+ou 32 k 32 r+z 32 s+i 32 z+a 32 z+z 32 ch+y 33 g+u 33 y+ou 34 dz+a 35 ch+h 38
ts: ts 5 c 10 z 13 tz 17 t+c 18 t 20 - 24 t+e 24 z+z 24 tch 25 ch 28 tch+e 28 ts+s 28 a+ts 31 th+s 32 ts+u 32 z+s 32 ch+ae 33 z+e 33 c+u 34 cz+y 34 e+c 36 t+ts 36
tz: tz 4 dz 14 t+g 16 t+j 16 g 17 c+i 19 g+eo 20 - 21 i+tz 47 a+tz 48 tz+a 48 tz+i 48
dz: dz 5 d+s 9 g+eo 17 j 17 ng 17 e+z 18 g+e 19 i 21 z 22 j+o 26 y 26 c 27 c+a 35 j+r 36
dj: dj 2 - 16 dj+a 42 i+dj 42
ng: ng 2 - 11 n 12 ng+h 24 m 26 n+q 30 o+n 30 ou+ng 31 ng+a 33 e+n 34 o+v 34 n+s 35 u+ng 35 o+ng 36 eo+ng 37 ng+u 37 eu+ng 38 n+a 38 u+n 39 n+e 40 n+y 40 u+l 40 n+n 41 ng+i 42 r+i 43 d+y 44 h+n 44 c+i 47 o+r 48 w+n 52
ph: ph 4 f 10 i+v 16 v 17 v+e 17 ph+u 18 ph+a 23 ph+e 26 e+ph 50 m+ph 52 ph+i 52
bh: bh 1 v 11 l+v 25 i+v 26 w 26 o+v 29 v+o 34
jh: jh 1 z 14 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 2 k+s 15 h+n 16 l+a 16 l+e 18 k 22 r+d 23 c 24
eo: eo 4 e 15 e+r 15 o 16 a 17 u+r 21 u 22 u+eo 22 i 25 i+r 25 r+e 26 i+a 27 u+h 27 j+a 28 a+r 29 jh+u 29 m+o 29 ou 29 n+e 30 u+d 30 y+r 30 ch+u 33 o+t 38 b+o 39 j+e 45 th+a 51
eu: - 7 e 10 eu 10 o 11 u+s 13 n+e 25 u+e 25 z+e 37 ph+a 38 d+u 46
ae: ae 5 a 8 - 9 e 18 y+e 24 a+i 25 a+h 28 a+l 29 j+e 29 e+a 31 a+r 33 a+u 33 e+n 34 a+b 37 r+a 38 a+k 40 a+j 44 a+y 50
ou: ou 5 u 9 o 15 o+w 15 - 16 a+w 17 o+o 23 ou+y 25 e+a 26 o+a 26 o+j 26 eu 27 u+t 28 o+i 29 h+ou 30 u+ng 49 ou+t 52
`,
  'v<': `
_: _ 0
a: a 1 e 19 - 23 o 26 y+a 28 e+y 30 e+w 51 j+a 52
b: b 0 b+a 38 b+b 40 b+u 49
c: k 3 ch 13 ts 13 s 14 dzh 18 - 20 a+k 21 c 27 j 27 s+u 35 ts+ts 36 o+a 37 dz+e 44 k+e 48 a+i 52
d: d 0 - 21 d+d 39 d+e 50
e: e 1 - 13 a 22 i 24 y+a 37 y+u 47 e+i 49 y+e 49 a+y 50 i+y 50
f: f 0 p 20 v 28 f+f 32 f+e 40 f+u 45 p+i 45 e+i 50 f+a 50 u+f 52
g: g 1 dzh 18 - 22 zh 22 h 25 k 31 tz+h 38 u+g 38 u+h 43 g+e 48 j+i 51
h: h 2 - 11 kh 11 g 22 kh+y 35 g+y 38 a+h 51 h+a 52
i: i 1 y 13 - 20 i+y 23 a+y 27 e 29 y+i 37 i+j 43 zh+y 45 y+y 46 zh+i 48 ch+o 49 i+t 50
j: y 5 j 10 dzh 12 zh 12 - 15 i 22 kh 23 dz 32 y+a 35 tz+h 36 ch+zh 37 y+y 44 j+i 45
k: k 0 k+k 35
l: l 0 - 20 y 31 e+l 38 l+l 45 l+y 47 o+v 47 o+l 50
m: m 0 m+m 42 m+p 48
n: n 0 n+y 39 n+n 42 n+k 43 a+n 44 n+i 50
o: o 0 a 22 - 23 u 24 y+o 31 u+a 45 y+u 45 u+o 46 o+e 49
p: p 0 p+p 35 p+u 50
q: g 7 k 7 q 7 k+v 17 h 20 ng 23 - 24 i+g 28 g+e 33 g+a 36 i+k 41 k+u 41 sh+e 41 b+i 42 i+gh 43 m+i 43 i+j 47
r: r 0 r+zh 40 r+u 50 r+z 51
s: s 1 - 12 sh 19 z 22 s+a 35 s+s 39 a+s 40 s+i 43 u+s 46 u+z 46 i+s 47 dzh+e 48 p+s 48
t: t 0 - 18 d 32 t+t 35 ts+y 38 sh+i 39 t+a 40 l+l 42 t+u 42 d+t 46 tz+h 52
u: u 1 - 15 y+u 17 a 19 o 22 e 23 v 31 y 32 y+o 41 i+u 43 zh+u 43 u+y 47
v: v 0 u 30 v+a 44 y+v 45 v+i 46 e+v 47
w: v 3 u 12 w 13 ou 15 y+u 20 - 23 o 27 w+a 30 w+o 32 w+e 39 h+u 43 u+o 43 v+y 43 h+w 47 i+w 47 v+w 50 l+a 51 u+v 52
x: k+s 6 kh 6 - 12 sh 18 h 19 ch+e 22 x 22 k+sh 23 e 26 e+s 34 g+z 34 i+k 34 k+e 34 s+y 38 e+x 41 o+k 46
y: y 2 i 9 - 20 a+y 25 y+u 25 i+y 26 u 30 y+y 36 y+o 39 sh+ae 44 i+u 50
z: z 1 s 15 ts 15 zh 23 s+i 37 i+s 46 z+i 46 j+eu 52
dzh: dzh 0
sch: sh 2 s+k 11 zh 16 dzh 20 sh+i 24 j 25 s 25 x+i 27 sh+u 30 a+sh 32 i+s 32 s+i 32 sh+a 32 sh+w 32 zh+ae 35 x+u 36 i+sh 47 z+sh 47
tch: ch 2 tch 8 ts+k 21 q+i 27 ts 28 ch+i 29 ts+h 29 a+ch 32 tch+u 39
sh: sh 0 shch 22 x+i 41 s+y 44 sh+u 49 m+a 52 o+n 52 x+u 52
ch: ch 1 k 17 sh 17 kh 18 shch 29 kh+ae 35 a+k 37 k+k 37 kh+v 38 ch+zh 45 zh+e 50 ae+ch 51 q+i 51 c+a 52 zh+a 52 zh+i 52
kh: kh 0 k 23 h 29 h+e 37 kh+e 42 q+i 42 h+u 45
th: t 1 th 16 - 17 d 25 shch 25 ch 26 t+kh 26 ts 26 s 32 th+a 39 s+i 41 t+t 41 i+s 42 d+a 44 t+a 44 a+h 45 t+u 46 s+eo 47 u+s 47 t+eu 49 t+o 50
dh: d 5 dh 5 d+kh 13 d+d 26 t 29 l+a 30 r+dh 30 m+a 32 t+t 33
gh: g 6 gh 6 - 9 kh 18 k 20 g+i 22 y 23 a+y 30 gh+a 35 j+i 35
zh: zh 0
ts: ts 1 - 14 ch 21 t 21 t+t 28 c+i 35 t+e 39 c+u 44 r+ch 44 z+i 44 c+a 46 ch+l 49 z+e 49
tz: ts 2 tz 10 t+ts 16 i+ch 24 sh+e 24 z+i 24
dz: dz 5 dzh 7 j 11 zh 18 z 19 sh 22 j+i 29 ch 31 z+sh 32 a+z 35 j+w 35 n+f 35 zh+ae 38 dz+sh 39
dj: dzh 2 j 14 dj 15 d+ch 18 d+y 18
ng: ng 1 n 22 n+dzh 22 n+h 27 n+zh 28 n+k 32 o+ng 34 a+ng 36 h+o 38 h+u 38 j+i 39 ng+u 39 ng+k 40 n+j 41 ng+g 41 i+ng 42 n+ng 42 e+ng 43 m+i 43 o+o 43 zh+u 43 a+n 44 q+i 44 s+u 44 sh+i 44 u+ng 44 s+i 45 u+a 45 u+n 45 y+ou 45 i+k 46 j+u 46 o+k 46 u+o 46 y+u 46 zh+e 46 g+u 47 i+l 47 n+x 47 x+i 47 y+i 47 h+ae 48 i+n 48 j+ae 48 j+o 48 k+u 48 l+i 48 l+u 48 ng+y 48 t+ae 48 y+o 48 n+i 49 ng+e 49 ng+h 49 b+o 52 ch+u 52 d+ou 52 f+e 52 g+y 52 i+a 52 n+z 52 ng+z 52 u+k 52 w+a 52 w+o 52 x+u 52 y+a 52
ph: f 2 i+v 12 p 17 ph 19 y+v 19 - 24 f+e 30 i+b 32 i+f 34 b+eu 36 f+u 36 p+y 36 i+w 39 p+eu 42
bh: bh 4 v 6 h 19 b 25 f 25 w 25 b+u 29 bh+i 31 m+bh 44 e+v 52
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: k 2 ck 11 k+k 15 ts+k 17 - 22 s+k 23 k+e 29 a+i 35 c+i 36 i+k 39 a+kh 40 o+j 45
cz: ch 3 ts 13 o+x 19 q 20 q+i 22 - 24 x 31
sz: s 5 sh 9 sh+m 18 r+u 19 ch+a 20 a+ch 23 s+e 23 s+y 23 - 24 ch 28 sh+a 36
eo: eo 1 o 16 e 20 y+u 25 dz+e 29 a 30 a+o 30 o+ng 30 i+a 34 dz+o 35 i+o 35 ng+s 36 e+ng 37 i+ch 37 q+i 37 y+o 37 i+w 39 n+s 39 o+kh 39 y+w 39 zh+e 39 e+n 41 m+g 41 ng+d 41 ng+l 41 ng+sh 41 u+ng 42 e+d 43 o+ch 43 s+o 43 u+a 43 u+kh 46 ch+o 50
eu: e 10 eu 11 - 12 a 12 u 15 e+v 20 y 20 i+a 22 e+ng 24 w 24 y+i 25 a+ng 26 o+e 26 y+w 27 a+u 28 ae+j 28 d+ou 28 e+n 28 g+u 28 h+u 28 i+n 28 j+a 28 j+i 28 n+s 28 n+sh 28 ng+r 28 ng+x 28 ng+y 28 u+n 28 u+ng 28 x+i 28 m+a 29 u+a 29 i 30 r+u 30 i+l 36 i+f 40
ae: ae 1 e 14 a+y 21 - 23 e+y 24 y+e 31 t+ae 33 a+i 35 ae+i 35 b+ae 35 y+o 35 r+ae 37 i+f 39 a+u 41 ae+h 41 ae+u 41 ch+u 41 d+ae 41 e+i 41 e+ng 41 j+ae 41 s+o 41 s+u 41 u+i 41 w+a 41 y+a 41 e+n 42 ae+o 44 e+l 47 o+k 47 l+ae 50
ou: u 2 ou 13 a+u 14 y+u 20 o 21 a 23 a+f 25 u+y 25 ou+ng 30 a+o 32 o+ng 32 y+ou 34 a+w 36 o+o 39 l+i 40 n+y 40 ng+g 41 o+kh 41 e+y 44 h+u 44 k+y 44 ng+b 44 ng+s 44 ng+sh 44 ng+x 44 o+y 44 r+o 44 y+o 44 u+n 45 a+ou 46
`,
  'x<': `
_: _ 0 i+_ 33 e+_ 37 _+h 42 _+ch 44 _+n 44 _+sh 44 _+z 44 a+_ 44 n+_ 44 o+_ 44 u+_ 44 _+d 46 s+_ 48
a: a 1 - 14 ae 21 e 21 a+i 26 e+i 26 y+a 27 a+n 29 o 29 i+k 34 sh+a 36 a+l 37 a+f 38 a+k 38 a+zh 39 i+ch 39 i+sh 39 i+y 39 k+a 39 m+a 39 s+i 39 u+i 39 w+a 39 x+i 39 t+a 40 o+h 42
b: b 1 b+u 13 - 20 b+o 21 b+i 24 u 29 i 31 p 31 y+i 31 b+a 35 p+o 40 i+b 41 a+b 49
c: k 3 k+e 13 a+i 17 s 19 q+i 20 g 21 j+i 21 ch 23 i+k 23 - 24 zh 25 c+i 27 a 29 c 30 ts 30 g+a 31 j 32 i+zh 33 s+u 35 a+k 38 k+a 39 e+x 41 g+e 46 e+k 47 k+u 48 i+q 49 ae+k 50 t+ts 50 c+a 51
d: d 4 d+e 8 - 13 i+d 24 t 25 z+i 25 d+a 28 i+ng 28 ng+ch 30 m 32 x+i 32 z+u 32 m+o 34 t+i 34
e: e 7 - 8 e+i 12 a 14 a+i 14 i 14 u 25 u+o 31 y+i 31 a+d 37 j+i 37 q+i 37 a+n 44 i+n 44 i+e 46 u+i 47 y+a 51
f: f 5 f+e 9 f+u 9 - 18 f+a 19 e+i 22 u 23 m+u 25 p 25 i 32 f+f 45 u+f 45 ou+f 50 h+u 51 i+a 51 p+o 52
g: g 6 g+e 6 j+i 12 j 15 - 18 n+i 26 m+e 27 ng 28 i+e 29 i+ng 35 i+g 37 i+j 43 g+a 44 u+g 45 g+i 50 k+u 50
h: h 2 - 12 x 17 h+e 19 h+a 22 x+i 24 i 25 g+e 27 a 29 d+a 29 i+ng 29 m+a 29 m+u 29 h+u 31 i+x 32 kh 32 a+ck 38 a+h 44 o+ng 48 u+o 48 q+i 49 i+h 51 j+u 51 zh+i 51 ae+h 52 i+e 52 u+h 52
i: i 1 - 16 y+i 19 i+y 24 e 25 a+i 27 j 27 j+i 28 y 28 a 30 q+i 33 w+a 33 a+h 35 i+ng 35 z+a 35 x+i 36 ch+a 37 d+i 37 i+l 37 s+u 37 y+a 37 o+e 41 u+e 41 a+n 46 e+i 52 i+e 52
j: y 7 j 9 j+i 11 - 14 zh 16 y+i 19 i+y 21 q+i 21 i 25 ch 27 l+i 27 z+u 27 sh 28 y+u 30 dzh 31 i+j 40 z+sh 46 n+j 47 y+w 47 y+ch 48 h+o 49 zh+u 49 y+e 50 ae+j 51 o+ng 51 o+o 51
k: k 4 k+e 9 j 12 i+j 18 i 21 g 22 i+k 28 a+k 29 a+l 29 o+k 29 ck 31 a+i 40 k+k 44 j+i 47 g+u 52 q+i 52
l: l 3 - 11 e+r 12 ae+r 19 l+e 20 l+i 25 l+a 27 o 28 r 28 e+l 32 a+z 34 i+y 34 y+i 34 s+i 36 u+o 36 i+l 39 y+a 40 l+l 47
m: m 1 m+u 16 n 18 m+a 22 ng 23 m+m 31 a+m 32 i+z 33 p+u 34 i+m 46
n: n 2 ng 11 - 17 e+n 22 n+n 23 i+n 30 u+a 32 e+ng 35 i+z 37 j+i 37 s+e 37 y+ou 37 a+n 38 sh+a 39 s+i 40 n+k 48 o+e 52
o: o 8 u+o 9 e 11 a+o 13 - 15 u 15 a 17 u+e 19 a+ng 26 w+u 27 o+h 28 a+i 30 s+e 33 ng+j 34 w+e 34 y+u 34 e+n 35 ou+e 35 x+u 39 e+i 43 a+n 45 q+i 50 o+ng 52 y+o 52
p: p 3 b 9 p+u 11 - 18 f 21 b+o 33 p+p 41 p+i 45 b+u 46 p+o 49 i+p 51 f+a 52
q: k 7 g 9 g+e 10 q 11 - 16 j 18 i+g 25 k+v 25 h 28 i+k 29 ng 29 g+a 30 gh 30 sh+e 33 b+i 34 k+u 34 i+gh 35 m+i 35 i+j 39
r: l 6 - 8 r 10 e+r 15 o 19 e+l 25 r+u 27 u+l 28 l+u 30 s+e 32 i+l 33 l+i 33 e+e 34 zh+a 36 e+i 37 i+n 38 u+d 38 o+e 40
s: s+i 7 - 8 s 8 sh 17 x 17 sh+i 22 s+a 28 z 32 z+i 32 a+s 34 l+u 34 s+e 34 x+i 34 i+x 35 s+u 45
t: t 5 t+e 8 - 12 d 13 q 25 i+t 26 i+d 27 n+d 28 d+ou 30 e 31 e+n 32 d+e 34 i+j 35 i+n 35 t+t 46 t+a 49
u: u 4 - 11 o 13 e 17 ou 19 a 21 u+o 22 y+ou 23 i 26 y+u 26 f+u 28 d+u 30 n 30 u+s 30 e+n 31 i+u 31 w+u 31 i+ng 32 t+i 32 a+o 33 l+i 40 u+y 40 o+w 46 e+ng 51
v: w 6 f+u 10 v 11 w+e 11 - 16 b 21 h+u 22 ph 23 f 25 e+ph 34 b+u 43 e+w 48 v+h 49
w: w 7 w+e 9 - 12 h+u 13 o 18 v 18 l+a 19 u 21 a+o 23 f+u 24 u+o 25 b 27 i+w 31 w+o 32 y+u 37 h+w 41 v+w 44 g+w 46 u+v 46 a+ng 47 m+i 49 w+a 49 a+v 50 ae+w 50 g+y 50 j+w 50 k+w 50 u+b 50 u+ng 50 e+w 51
x: x 10 k+s 11 k+e 13 kh 13 h 14 e+s 16 q 16 sh 16 i+k 17 k+sh 18 - 20 k 23 e 25 e+x 27 ch+e 29 g+z 29 ch 32 s 32 s+y 33 o+k 38
y: i 4 y 10 - 16 u 16 y+i 17 i+y 20 a+i 21 j+i 28 u+i 28 w+e 28 i+e 30 x+u 35 y+u 38 a+y 43 y+o 45 l+i 46 y+ou 46 i+ng 47 x+i 48 g+y 49 p+y 49 r+y 50 j+ae 52
z: z 7 z+i 12 s 14 q 15 zh 15 ch 16 - 18 sh 20 a+n 22 j 22 s+i 22 i+j 23 a+q 24 a+s 24 c 24 p+u 24 y+i 24 c+i 26 j+e 27 ts 28 zh+a 37 i+zh 41 j+eu 43 z+z 46 i+z 47 i+th 48 s+u 48 s+a 52
dzh: dzh 0
sch: sh 7 sh+i 8 x+i 11 j 17 s+i 17 s+k 17 zh+ae 20 x+u 21 s 22 zh 22 sh+u 27 a+sh 29 dzh 29 i+s 30 sh+a 30 sh+w 30 i+sh 43 z+sh 45 s+u 50
tch: ch 5 q+i 9 tch 9 ch+i 21 ts 21 ts+h 21 a+ch 25 ts+k 25 tch+u 31
sh: sh 3 x+i 9 sh+i 15 x+u 20 u+x 21 x 23 s 24 ch 32 s+y 35 sh+u 39 ch+i 43 m+a 43 o+n 43 s+e 44 y+i 44 e+sh 45
ch: ch 7 k+e 12 h 14 k 14 q 14 x+i 15 q+i 16 zh 20 h+e 21 sh+i 23 x 24 ck 25 sh 26 kh 30 zh+e 38 ae+ch 39 zh+a 39 zh+i 39 c+a 40 a+m 42 i+ch 43 ts+h 43 h+a 45 o+ch 45 q+u 45 u+ch 45 a+o 46 g+u 46 i+n 46 m+ou 46 u+i 46 h+u 48 a+h 49 a+ng 49 c+ch 49 ch+e 49 i+a 49 n+a 49 o+ng 49 s+y 49 u+ng 49 y+a 49 zh+o 49 kh+ae 50 e+i 51 i+ng 51 j+u 51 k+k 51 k+sh 51 ch+o 52 ch+u 52 j+eo 52 kh+v 52 y+ch 52
kh: kh 4 h 9 k 11 h+e 12 h+u 34 kh+e 34 q+i 34
th: t 4 th 11 d 12 - 14 s 15 s+i 18 i+s 22 u+s 27 t+u 36 th+a 36 t+t 37 t+a 39 d+a 40 a+h 41 a+i 43 s+eo 43 t+kh 43 t+eu 45 t+o 46 s+e 52
dh: dh 3 d 7 d+d 23 d+kh 23 t 26 l+a 27 r+dh 27 m+a 29 t+t 30
gh: g 7 - 8 gh 9 k 15 j+i 16 o 16 j 21 kh 22 g+i 29 gh+a 29 y 29 a+y 30 f 30
zh: zh 0
ts: ts 7 c+i 9 - 12 t+e 13 c 14 ch 15 z+i 18 t 21 z 30 c+a 31 t+t 32 c+u 34 r+ch 34 ch+l 39 z+e 39 q+i 44
tz: ts 5 tz 7 z+i 12 i+ch 19 t+ts 19 sh+e 20 a+tz 51 y+tz 51 tz+a 52 tz+i 52
dz: j 6 dz 12 j+i 14 dzh 15 a+z 16 n+f 16 z 16 zh 16 zh+ae 21 ch 26 z+sh 27 tz 28 i 29 j+w 30 sh 30 g 32 y 32 dz+sh 33
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 3 n 10 j+i 18 ng+g 19 o+ng 26 a+ng 28 h+u 29 h+o 30 n+j 31 ng+u 31 ng+k 32 e+ng 34 i+ng 34 n+ng 34 m+i 35 o+o 35 q+i 35 zh+u 35 a+n 36 s+u 36 sh+i 36 u+ng 36 s+i 37 u+a 37 y+ou 37 i+k 38 j+u 38 o+k 38 u+n 38 u+o 38 y+u 38 zh+e 38 g+u 39 i+l 39 i+n 39 n+dzh 39 n+x 39 x+i 39 y+i 39 h+ae 40 j+ae 40 j+o 40 k+u 40 l+i 40 l+u 40 ng+e 40 ng+y 40 t+ae 40 y+o 40 n+i 41 ng+h 41 b+o 44 ch+u 44 d+ou 44 f+e 44 g+y 44 i+a 44 n+z 44 n+zh 44 ng+o 44 ng+z 44 u+k 44 w+a 44 w+o 44 x+u 44 y+a 44 y+e 44 i+e 45 ng+ae 45 r+i 45 r+o 45 u+l 45 a+i 46 w+u 46 ng+j 48 ng+s 48 s+o 49 n+h 51 ng+w 52
ph: f 7 ph 8 f+e 11 - 15 p 16 f+u 17 i+v 20 i+b 28 i+f 29 y+v 30 b+eu 32 p+y 33 i+w 35 p+eu 38
bh: bh 3 v 7 b 23 f 23 w 23 b+u 27 h 27 bh+i 29 m+bh 43 e+v 51
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: ck 7 k+e 8 k 9 a+i 16 j 17 c+i 18 - 20 k+k 20 ts+k 30 i+k 33 s+k 36 a+kh 37 o+j 40
cz: ch 6 o+x 12 q 13 q+i 15 ts 17 - 22 x 28
sz: s 6 sh 11 r+u 17 sh+m 17 ch+a 19 s+e 21 a+ch 22 s+y 22 - 23 ch 27 sh+a 35
eo: eo 4 a+o 12 - 16 e 16 o 16 a 22 o+ng 22 u 25 i+a 26 i+o 27 i 28 ng+s 28 y+u 28 e+ng 29 i+ch 29 q+i 29 y+o 29 i+w 31 n+s 31 o+kh 31 y+w 31 zh+e 31 e+n 33 m+g 33 ng+d 33 ng+l 33 ng+sh 33 e+d 34 u+ng 34 o+ch 35 s+o 35 u+a 35 u+kh 38 ch+o 42 dz+e 43 o+m 45 ch+a 47 a+i 50
eu: - 9 a 11 eu 13 i+a 19 u 19 e 20 e+ng 20 w 21 y+i 22 a+ng 23 o+e 23 y+w 24 a+u 25 ae+j 25 d+ou 25 e+n 25 g+u 25 h+u 25 i+n 25 j+a 25 j+i 25 n+s 25 n+sh 25 ng+r 25 ng+x 25 ng+y 25 u+n 25 u+ng 25 x+i 25 i 26 m+a 26 u+a 26 r+u 27 e+v 28 y 28 i+l 33 i+f 36 ng+j 51
ae: ae 5 e 8 a+i 16 e+i 16 - 17 t+ae 25 ae+i 26 b+ae 26 y+o 26 a 27 r+ae 28 a+y 29 i 30 e+y 31 i+f 31 ae+h 32 ae+u 32 d+ae 32 j+ae 32 a+u 33 ch+u 33 e+n 33 e+ng 33 s+o 33 s+u 33 u+i 33 w+a 33 y+a 33 y+e 34 ae+o 35 e+l 38 o+k 38 l+ae 41 i+l 45
ou: u 6 a+o 9 ou 14 a 16 i+u 17 o 19 u+y 20 a+u 23 ou+ng 23 o+ng 25 w 26 y+ou 27 a+w 29 o+o 32 y+u 32 l+i 33 n+y 33 ng+g 34 zh+u 35 e+y 37 h+u 37 k+y 37 ng+b 37 ng+s 37 ng+sh 37 ng+x 37 o+y 37 r+o 37 y+o 37 u+n 38 a+ou 39 a+f 48 ng+m 52
`,
  'a<': `
_: _ 0
a: a 2 - 9 i 25 h 32 u 32 a+t 35 e+h 35 i+a 36 a+h 37 e+w 43 n+a 43 y+a 44 h+a 48 a+r 50
b: b 0 - 20 b+a 27 a+b 30 y 31 i+e 33 b+u 46
c: k 2 j 16 s 17 - 18 ch 21 ts 24 a 25 w+a 28 k+a 29 q 29 s+w 30 z 30 i+z 35 a+k 39 k+e 42 j+i 43 a+i 46 i+k 47 e+k 50 k+u 50 s+u 50 q+i 51 ae+k 52
d: d 1 - 17 dh 21 dz 24 a+d 29 d+e 43 d+a 50 d+u 51
e: - 3 i 10 a 11 e 15 e+h 24 u 29 a+h 30 y 32 i+h 33 i+i 34 s+e 36 i+e 37 y+y 39 a+y 41 e+n 41 o+y 43 e+i 52
f: f 1 - 16 f+a 27 f+f 27 p 27 l+f 28 f+e 31 f+u 40 e+h 43 e+i 45 u+f 47 m+u 51 ou+f 52
g: g 4 gh 10 j 10 - 19 g+a 24 a+j 26 kh 27 q 28 zh 28 a+zh 29 i+gh 29 k 30 n+y 31 g+e 35 gh+u 36 j+i 39 u+g 49 g+i 51 k+u 52 kh+i 52 n+i 52
h: h 1 - 17 a+h 17 a 22 m 28 h+a 30 z 30 kh 31 h+s 34 a+ck 36 h+u 48 e+h 49 h+e 50 o+ng 51 u+o 51 x+i 51
i: i 2 y 11 - 14 a 25 a+y 25 j 25 i+y 30 e 31 y+y 34 y+w 36 ae+e 37 j+i 38 l+i 39 y+a 39 i+h 41 b+i 43 o+y 43
j: j 3 y 10 - 16 y+w 16 i 23 zh 23 kh 26 g 29 ch 30 ch+w 33 j+i 36 i+j 46 i+y 48 z+sh 48 n+j 49 q+i 49 y+ch 50 y+i 50 h+o 51 zh+u 51 o+o 52 y+e 52
k: k 1 q 18 - 22 ck 27 q+a 31 k+k 34 k+a 36 a+k 37 e+h 37 o+k 41 k+e 44 i+j 47 i+k 50 j+i 50 k+u 52
l: l 1 - 12 a+l 40 r+l 44 l+a 45 u+ck 47 e+r 49 l+l 50
m: m 0 - 23 a+m 29 n 29 m+a 31 m+m 32 i+m 34 a+l 35 m+z 35 m+b 48 m+p 49 m+u 51
n: n 0 - 16 n+a 36 a+n 37 n+k 40 n+y 49
o: u 4 - 10 a 13 o 13 w 16 o+h 26 a+w 32 u+h 32 u+j 36 y+a 42 u+o 49 a+o 51 u+l 51
p: p 2 b 8 - 19 b+u 35 p+p 41 p+u 41 p+i 44 i+p 51
q: q 5 g 9 k 10 j 17 gh 19 i+g 22 ng 22 i+gh 23 i+j 23 - 24 g+e 29 k+v 29 h 31 i+k 33 g+a 34 sh+e 37 b+i 38 k+u 38 m+i 39
r: r 0 - 18 r+a 32 i+r 38 u+ck 40 y+h 41 y+a 44
s: s 3 - 8 z 15 a+s 18 sh 20 a+sh 29 i+s 31 s+u 38 h+s 39 p+s 40 b+s 41 i+z 41 u+z 41 s+i 44 s+a 46 s+s 50
t: t 1 - 12 d 31 a+t 37 d+t 38 a+h 44 t+e 45 t+t 48 t+a 51
u: u 4 - 8 w 13 a 15 o 19 o+y 28 y+w 28 i+w 29 e 31 i 31 o+o 33 a+r 36 ch+u 39 y+u 39 w+a 46
v: w 6 f 7 v 10 - 12 y+w 23 o 27 y+v 27 y+f 33 f+u 44 w+e 45 v+h 51
w: w 2 u 14 - 16 v 19 o 21 f 23 w+y 31 w+e 35 h+u 39 w+o 40 y+u 40 u+o 41 h+w 43 i+w 43 l+a 46 o+y 46 v+w 46 g+w 48 u+v 48 w+a 48 f+u 50 a+o 51 m+i 51 a+v 52 g+y 52 j+w 52 k+w 52 u+ng 52
x: k+s 4 kh 10 x 15 k+sh 16 - 18 h 19 sh 19 e 24 ch+e 27 e+s 27 g+z 27 i+k 27 k+e 27 q 27 k 29 ch 30 s 31 s+y 31 e+x 34 o+k 39
y: i 3 y 6 - 18 a 25 a+y 25 j 31 i+y 43 y+u 43 y+o 46 y+ou 47 a+i 48 l+i 48 x+u 48 y+i 48 i+ng 49 g+y 50 j+i 50 p+y 51 r+y 52
z: z 1 - 18 dh 20 j 22 ts 22 z+z 23 i+th 25 s 25 zh 25 z+i 35 j+eu 44 i+z 45 i+j 46 s+i 46 a+n 47 zh+a 48 a+q 49 a+s 49 p+u 49 s+u 49 y+i 49 c+i 51 j+e 52
dzh: dzh 0
sch: sh 4 j 14 a+sh 17 s+k 17 sh+a 17 sh+w 17 sh+i 21 s 22 x+i 23 zh 25 sh+u 27 dzh 29 i+s 29 s+i 29 zh+ae 32 x+u 33 i+sh 44 z+sh 44 s+u 50
tch: ch 3 tch 11 a+ch 14 ts+h 15 q+i 22 ch+i 23 ts 23 ts+k 27 tch+u 33
sh: sh 0 s 26 x+i 33 s+y 37 sh+u 42 ch+i 45 m+a 45 o+n 45 u+x 45 x+u 45 s+e 46 y+i 46 e+sh 47 sh+i 50
ch: ch 4 sh 9 k 14 kh 18 ts+h 18 a+h 24 ck 24 ch+u 33 zh+e 38 ae+ch 39 q+i 39 zh+a 40 zh+i 40 c+a 41 x+i 41 sh+i 42 a+m 43 i+ch 43 k+e 44 u+ch 45 a+o 46 g+u 46 h+a 46 i+n 46 o+ch 46 q+u 46 m+ou 47 u+i 47 h+e 48 a+ng 49 ch+ae 49 i+a 49 n+a 49 o+ng 49 s+y 49 u+ng 49 y+a 49 c+ch 50 ch+e 50 kh+ae 50 zh+o 50 e+i 51 i+ng 51 j+u 51 ch+o 52 h+u 52 j+eo 52 k+k 52 k+sh 52
kh: kh 0 h 23 k 23 h+e 31 kh+e 36 q+i 36 h+u 38
th: t 3 th 8 - 19 a+h 19 dh 23 d 25 t+y 25 s 29 th+a 36 s+i 38 t+t 38 i+s 39 t+a 40 d+a 41 t+kh 43 t+u 43 s+eo 44 u+s 44 t+eu 45 t+o 46
dh: dh 4 d 5 d+d 26 d+kh 26 t 28 l+a 30 r+dh 30 m+a 32 t+t 32
gh: gh 4 - 9 g 9 a+y 16 kh 24 g+i 25 k 26 gh+a 30 y 30 j+i 31 o 31 f 32
zh: zh 0
ts: ts 2 t 12 s 17 - 18 ch 21 c+i 25 t+e 29 z 29 t+t 31 c 32 c+u 33 r+ch 33 z+i 33 c+a 35 ch+l 38 z+e 38
tz: ts 5 tz 5 i+ch 20 t+ts 20 z+i 20 sh+e 21 y+tz 51 a+tz 52 tz+a 52 tz+i 52
dz: j 3 dz 12 dzh 17 - 19 g 21 i 21 z 24 j+i 25 zh 27 ch 28 z+sh 29 tz 30 n+f 31 a+z 32 j+w 32 sh 32 zh+ae 34 dz+sh 35
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 2 n+j 13 ng+e 15 n 21 n+i 22 a+ng 29 o+ng 29 h+o 32 h+u 32 j+i 34 ng+k 34 ng+u 34 i+ng 36 n+ng 36 ng+g 36 m+i 37 o+o 37 zh+u 37 e+ng 38 q+i 38 u+ng 38 a+n 39 s+i 39 s+u 39 sh+i 39 i+k 40 u+a 40 y+ou 40 y+u 40 i+l 41 j+u 41 n+dzh 41 o+k 41 u+n 41 u+o 41 zh+e 41 g+u 42 h+ae 42 l+i 42 n+x 42 x+i 42 y+i 42 i+n 43 j+ae 43 j+o 43 k+u 43 l+u 43 ng+y 43 t+ae 43 y+o 43 ng+h 44 ng+z 46 u+k 46 x+u 46 b+o 47 ch+u 47 d+ou 47 f+e 47 g+y 47 i+a 47 n+z 47 n+zh 47 ng+ae 47 ng+o 47 r+i 47 u+l 47 w+a 47 w+o 47 y+a 47 y+e 47 a+i 48 i+e 48 r+o 48 w+u 49 ng+j 50 ng+s 50 s+o 51
ph: f 3 ph 13 e 17 - 18 p 18 i+v 21 ph+e 22 i+f 26 f+e 28 e+ph 30 i+b 30 y+v 32 b+eu 34 f+u 34 p+y 34 i+w 37 p+eu 40 o+e 43
bh: bh 4 v 8 f 14 w 14 b 25 h 28 b+u 29 bh+i 30 m+bh 44 e+v 52
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: k 3 ck 8 k+k 16 n 20 ng 20 k+e 26 ts+k 30 a+i 32 c+i 33 i+k 36 s+k 36 a+kh 37 o+j 42
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 5 sh 10 sh+m 14 r+u 19 ch+a 20 sh+a 22 a+ch 23 s+e 23 s+y 23 - 24 ch 28
eo: eo 6 a 12 - 13 i+w 16 y+w 16 e 17 o 18 i 19 a+o 24 o+ng 24 u 27 i+a 28 i+o 29 ng+s 29 e+ng 30 q+i 30 y+o 30 y+u 30 i+ch 31 n+s 33 o+kh 33 zh+e 33 ng+l 34 ng+sh 34 e+n 35 m+g 35 ng+d 35 o+ch 36 s+o 36 u+ng 36 e+d 37 u+a 37 u+kh 39 zh+a 41 ch+o 43 dz+e 45 o+m 47 ch+a 48 a+i 52
eu: - 10 a 11 w 11 eu 15 i 15 u 20 i+a 21 e 22 e+ng 22 y+i 23 y+w 24 a+ng 25 o+e 25 u+n 26 u+ng 26 a+u 27 ae+j 27 d+ou 27 e+n 27 g+u 27 h+u 27 i+n 27 j+a 27 j+i 27 n+s 27 n+sh 27 ng+r 27 ng+x 27 ng+y 27 x+i 27 m+a 28 u+a 28 r+u 29 e+v 30 y 30 i+f 35 i+l 35
ae: ae 4 e 13 a 15 a+i 16 y+a 17 - 18 i 19 t+ae 25 ae+i 27 b+ae 27 y+o 27 r+ae 29 a+y 30 i+f 31 e+y 32 a+u 33 ae+h 33 ae+u 33 ch+u 33 d+ae 33 e+i 33 e+ng 33 j+ae 33 s+o 33 s+u 33 u+i 33 w+a 33 e+n 34 y+e 35 ae+o 36 e+l 39 o+k 39 l+ae 42 ae+e 46 i+l 46
ou: u 4 w 13 a+w 14 ou 14 a 17 - 19 l+i 21 a+u 26 ou+ng 26 a+o 28 o+ng 29 o 30 y+ou 30 y+u 35 o+o 36 n+y 37 ng+g 37 u+y 38 y+o 40 e+y 41 h+u 41 k+y 41 ng+b 41 ng+s 41 ng+sh 41 ng+x 41 o+y 41 r+o 41 a+ou 42 u+n 42 a+f 51
`,
  's<': `
_: _ 0 i+_ 37 _+i 38 r+_ 40
a: a 0 e 19 - 22 o 29 y+a 32 m+a 36 i+y 38 a+v 41 m+h 50 e+i 51
b: b 2 p 9 - 21 p+u 21 p+i 24 b+a 25 v 26 p+a 28 p+p 28 a+b 29 o+b 29 b+u 41 b+i 47 b+o 51
c: k 4 j 13 ch 15 kh 15 a+k 19 a 20 s 20 i+k 22 - 23 e+k 23 ae+kh 24 e 24 ts 25 k+y 27 dzh 31 kh+ae 31 k+e 34 a+i 39 k+a 42 j+i 43 k+u 43 s+u 43 q+i 44 ae+k 45 t+ts 45 g+a 46 c+i 48 eu+k 48 u+k 48 i+q 49 ts+ts 49 i+zh 50 j+w 51 s+v 52 tz+e 52
d: d 1 t 16 - 19 dh 24 d+a 27 d+u 27 ng 30 i 31 h+u 32 t+t 32 d+e 36 d+i 47 d+d 51 a+d 52 i+d 52
e: e 4 a 8 - 12 i 15 eo 23 y+a 28 ae 29 e+l 31 k+a 33 a+i 34 e+i 34 o+y 36 ae+b 38 n+l 38 a+d 39 k+eo 52 y+i 52
f: f 4 p 6 v 19 v+u 20 - 24 f+e 26 f+u 32 ph 32 e+i 37 f+a 37 u+f 38 f+f 39 m+u 42 h+u 44 i+a 44 ou+f 44 p+o 46 m+e 48
g: g 4 k 6 j 17 k+u 21 h 23 k+a 26 k+e 26 g+a 27 k+o 29 ch 30 g+e 36 k+i 36 j+i 39 u+g 46 g+i 48 n+i 49 i+ng 51 a+j 52 dz+sh 52
h: h 2 - 8 k 22 g 26 a+y 27 a+h 28 g+u 28 a 30 h+a 30 kh 30 s 31 h+u 36 o+ng 46 u+o 46 x+i 46 h+e 47 i+h 49 i+ng 49 j+u 49 zh+i 49 ae+h 50 i+x 50 u+h 50 j+o 51 g+y 52 u+i 52
i: i 1 i+y 17 - 18 y 24 u 30 a 31 e 31 y+i 31 a+i 32 j 32 y+a 32 u+e 34 d+a 36 i+n 36 y+u 38 a+y 50
j: j 2 ch 15 y 16 - 17 y+ch 20 i+y 25 zh 28 dzh 30 j+i 36 i+j 44 z+sh 46 n+j 47 q+i 47 y+i 47 y+w 47 h+o 48 ae+j 50 o+ng 50 o+o 50 y+e 50 zh+u 50 i+w 52 r+y 52 x+i 52
k: k 2 k+k 12 kh 17 h 22 g 28 h+i 30 kh+ae 30 kh+kh 33 k+e 42 i+j 45 j+i 48 i+k 51 o+k 52 q+i 52 r+k 52
l: l 1 - 14 l+e 29 e+r 44 l+l 44 r+u 50 i+l 52 l+i 52
m: m 0 m+y 25 u+m 29 m+h 30 m+m 30 i+m 32 n 32 m+a 38 m+u 47
n: n 0 ng 23 m 24 i+n 25 a+n 29 y+y 35 d+a 37 h+u 37 u+ng 39 o+ng 42 e+n 44
o: o 3 a 11 - 13 u 16 a+w 25 e+i 28 o+h 29 a+r 30 eo 31 u+o 43 a+o 45 o+a 45 a+h 47 o+ng 47 y+o 48 u+e 52
p: p 1 p+p 17 b 20 p+i 20 - 21 r 25 p+u 40 i+p 50 f+a 52
q: g 6 k 7 q 12 - 14 k+u 20 i+g 21 i+f 25 g+e 26 j 26 k+v 26 h 28 ng 28 g+a 30 gh 31 i+k 34 sh+e 34 b+i 35 i+gh 36 m+i 36 i+j 40
r: r 1 i+r 18 - 19 r+a 32 a+r 35 e+l 48 a+w 50 e+r 50
s: s 3 - 10 ch 14 s+a 21 ch+u 22 sh 23 s+u 24 a+s 28 s+o 31 c+ch 34 s+i 36 s+y 37 s+s 40 ch+i 45 i+s 51
t: t 2 t+t 12 - 16 th 22 d 25 sh 27 th+e 27 a+d 28 t+e 39 d+t 41 t+a 45 i+d 47 t+i 47 i+t 50 u+t 52
u: u 2 - 16 a 16 o 19 i 20 u+v 26 w 26 v 27 v+u 27 e 28 y+u 28 a+n 31 u+e 32 u+s 35 y+o 38 o+v 41 a+w 43 o+w 43 u+p 47 ch+u 51 e+ng 51 y+ou 51
v: v 2 - 13 w 15 bh 16 f 24 i+n 28 w+e 28 f+u 42 v+h 48 i+f 49
w: v 2 w 14 u 18 u+v 20 - 22 w+e 23 n 25 o+y 27 v+u 27 bh 29 ou 32 h+u 36 w+o 37 y+u 37 u+o 38 i+w 40 h+w 41 v+w 43 l+a 44 g+w 46 a+o 48 a+v 48 f+u 48 m+i 49 w+a 49 ae+w 50 g+y 50 j+w 50 k+w 50 u+b 50 u+ng 50
x: k+s 6 kh 10 x 14 k+sh 15 - 17 h 17 sh 17 e 22 ch+e 25 e+s 25 g+z 25 i+k 25 k+e 25 q 25 ch 28 k 28 s 29 s+y 29 e+x 33 o+k 38
y: y 3 i 8 - 14 j 25 ch 27 i+y 27 a 28 a+t 29 y+u 41 a+y 42 y+o 44 y+ou 45 a+i 46 x+u 46 y+i 46 i+ng 47 l+i 47 g+y 48 j+i 48 p+y 49 r+y 49 h+a 50 j+ae 51 y+y 51 u+i 52
z: s 3 z 8 j 15 ch 21 ts 24 zh 28 sh 32 z+i 32 j+eu 38 s+i 40 a+n 41 i+j 41 z+z 41 a+s 43 i+z 43 p+u 43 y+i 43 a+q 44 i+th 44 s+u 44 zh+a 44 c+i 45 j+e 46 i+zh 50 z+a 51 t+ts 52 z+u 52
dzh: dzh 0
sch: sh 5 s 12 i+s 14 s+k 14 sh+i 18 j 19 x+i 21 zh 22 sh+u 24 a+sh 26 dzh 26 s+i 26 sh+a 26 sh+w 26 zh+ae 29 x+u 30 i+sh 41 z+sh 41 s+u 46
tch: ch 4 tch 8 tch+u 16 q+i 19 ch+i 20 ts 20 ts+h 20 a+ch 24 ts+k 24
sh: sh 3 ch 10 s 10 ch+i 22 x+i 31 s+y 34 sh+u 39 m+a 42 o+n 42 x+u 42 s+e 43 u+x 43 e+sh 44 y+i 44 sh+i 47
ch: ch 2 s 12 c 18 y+ch 19 k 21 sh 22 kh 26 zh 29 j 30 h 32 zh+e 33 ae+ch 34 q+i 34 zh+a 35 zh+i 35 c+a 36 x+i 36 a+m 38 ts+h 38 i+ch 39 k+e 39 u+ch 40 a+o 41 g+u 41 h+a 41 i+n 41 m+ou 41 o+ch 41 q+u 41 u+i 42 h+e 43 sh+i 43 a+h 44 a+ng 44 i+a 44 n+a 44 o+ng 44 s+y 44 u+ng 44 y+a 44 c+ch 45 ch+e 45 kh+ae 45 zh+o 45 e+i 46 i+ng 46 j+u 46 ch+o 47 h+u 47 j+eo 47 k+k 47 k+sh 47 kh+v 47 ch+u 48 c+u 49 n+ch 52
kh: kh 1 kh+e 14 h 17 k 18 h+e 25 q+i 30 h+u 33
th: t 2 d 10 th 14 t+t 19 d+a 27 s 31 th+a 39 s+i 40 i+s 41 t+a 43 a+h 44 t+u 45 s+eo 46 t+kh 46 u+s 47 t+eu 48 t+o 50
dh: d 5 dh 6 t 13 m+a 18 d+d 26 d+kh 26 l+a 30 r+dh 30 t+t 30
gh: gh 6 g 7 - 10 kh 19 k 21 g+i 25 y 25 a+y 26 gh+a 26 j+i 26 o 26 f 27 j 30
zh: zh 0
ts: ts 4 t 11 ch 13 r+ch 15 - 16 c+i 23 t+e 27 z 27 t+t 29 c 30 c+u 31 z+i 31 s 32 c+a 33 ch+l 36 z+e 36 q+i 52
tz: ts 4 tz 7 i+ch 19 sh+e 19 t+ts 19 z+i 19 - 24 a+tz 51 tz+a 51 tz+i 51 y+tz 51
dz: j 4 ch 12 dz 12 dzh 14 z 21 j+i 23 zh 24 z+sh 26 tz 28 a+z 29 i 29 j+w 29 n+f 29 sh 29 g 32 y 32 zh+ae 32 dz+sh 33
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 2 ng+k 9 n 21 ng+g 22 o+ng 29 a+ng 31 h+o 32 h+u 32 j+i 34 ng+u 34 n+j 35 i+ng 36 n+ng 36 e+ng 37 m+i 37 o+o 37 zh+u 37 q+i 38 a+n 39 s+u 39 sh+i 39 u+ng 39 i+k 40 s+i 40 u+a 40 y+ou 40 y+u 40 i+l 41 j+u 41 n+dzh 41 o+k 41 u+n 41 u+o 41 zh+e 41 g+u 42 h+ae 42 i+n 42 l+i 42 n+x 42 x+i 42 y+i 42 j+ae 43 j+o 43 k+u 43 l+u 43 ng+y 43 t+ae 43 y+o 43 n+i 44 ng+e 44 ng+h 44 u+k 46 x+u 46 b+o 47 ch+u 47 d+ou 47 f+e 47 g+y 47 i+a 47 n+z 47 n+zh 47 ng+ae 47 ng+o 47 ng+z 47 r+i 47 w+a 47 w+o 47 y+a 47 y+e 47 a+i 48 i+e 48 r+o 48 u+l 48 w+u 49 ng+j 50 ng+s 50 s+o 51
ph: f 6 p 9 i+v 12 ph 13 - 14 i+b 15 f+e 24 i+f 27 y+v 28 b+eu 30 v 30 f+u 31 p+y 31 w 31 i+w 34 p+eu 37 b+a 51
bh: bh 2 v 10 b 23 f 23 w 23 b+u 27 h 27 bh+i 28 m+bh 42 e+v 50
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: k 5 k+k 7 ck 14 - 16 a+kh 18 k+e 24 ts+k 28 a+i 29 kh 29 c+i 31 j 32 s+k 33 i+k 34 o+j 39
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 6 sh 12 ch+a 15 a+ch 16 s+e 16 ch 18 sh+m 18 r+u 19 s+y 23 - 24 sh+a 36
eo: eo 4 o 13 a 19 a+o 19 e 19 o+ng 19 - 20 i+a 23 u 23 i+o 24 ng+s 25 y+u 25 e+ng 26 i+ch 26 q+i 26 y+o 26 i+w 28 n+s 28 o+kh 28 y+w 28 zh+e 28 i 29 e+n 30 m+g 30 ng+d 30 ng+l 30 ng+sh 30 u+ng 31 e+d 32 o+ch 32 s+o 32 u+a 32 u+kh 35 ch+o 39 dz+e 40 o+m 42 ch+a 44 a+i 47 dz+o 50
eu: a 11 - 13 eu 13 y+w 13 i+a 19 u 19 e 20 e+ng 20 w 21 y+i 22 a+ng 23 o+e 23 a+u 25 ae+j 25 d+ou 25 e+n 25 g+u 25 h+u 25 i+n 25 j+a 25 j+i 25 n+s 25 n+sh 25 ng+r 25 ng+x 25 ng+y 25 u+n 25 u+ng 25 x+i 25 i 26 m+a 26 u+a 26 r+u 27 e+v 28 y 28 i+l 33 i+f 36 ng+j 51
ae: ae 4 e 11 - 20 t+ae 21 a+i 23 ae+i 23 b+ae 23 y+o 23 a 24 r+ae 25 a+y 26 i 27 i+f 27 e+y 28 a+u 29 ae+h 29 ae+u 29 ch+u 29 d+ae 29 e+i 29 e+ng 29 j+ae 29 s+o 29 s+u 29 u+i 29 w+a 29 y+a 29 e+n 30 y+e 31 ae+o 32 e+l 35 o+k 35 l+ae 38 i+l 42
ou: u 7 ou 10 a 12 a+u 12 ou+ng 19 a+o 21 o+ng 21 o 22 w 22 y+ou 23 - 24 a+w 25 o+o 28 y+u 28 i 29 l+i 29 n+y 29 ng+g 30 u+y 30 e+y 33 h+u 33 k+y 33 ng+b 33 ng+s 33 ng+sh 33 ng+x 33 o+y 33 r+o 33 y+o 33 u+n 34 a+ou 35 a+f 44 i+u 47 ng+m 48 ng+ch 50 i+d 52
`,
  'k<': `
_: _ 0 _+d 43 o+_ 43 n+_ 46
a: a 1 - 14 e 21 o 23 y+a 27 e+i 28 a+n 35 a+s 36 e+k 40 w+a 48 k+a 51
b: b 0 b+u 18 b+a 28 u 30 a+b 46 b+o 51 p+i 51 p+u 52
c: k 3 ch 16 j 16 s 18 sh 20 a 21 k+u 22 t+ts 22 ts 22 u+k 23 a+k 24 j+o 27 tch 27 b 28 o+w 29 k+e 37 k+y 41 a+i 42 i+k 43 k+a 44 e+k 45 j+i 45 q+i 46 s+u 46 ae+k 48 g+a 48 c+i 51 eu+k 51 i+q 52 i+zh 52 ts+ts 52
d: d 1 - 14 d+d 17 t 24 j 27 d+a 28 d+o 28 d+i 32 d+e 36 i+d 49 a+d 50
e: e 2 - 11 a 12 i 18 u 25 o 32 y+a 34 y+u 45 e+i 48 a+i 49
f: f 1 - 15 f+u 19 p 23 u 28 f+e 30 e+i 40 f+a 40 f+f 42 u+f 42 m+u 46 ou+f 47 h+u 48 i+a 48 p+o 50 m+e 52
g: g 2 j 12 - 17 u+g 20 k 24 h 25 g+u 29 u+j 29 j+i 34 g+e 35 g+y 37 g+a 43 g+i 48 k+u 48 n+i 49 g+g 50 i+ng 50 n+y 50 a+j 51 dz+sh 52 i+j 52
h: h 2 - 9 f 17 k 29 kh 29 y 31 a+h 41 h+a 41 h+u 42 h+e 44 o+ng 45 u+o 45 x+i 45 i+h 48 i+ng 48 j+u 48 zh+i 48 ae+h 49 i+x 49 u+h 49 j+o 50 g+y 51 u+i 51 e+n 52 h+y 52 i+n 52 kh+y 52 m+u 52 q+i 52
i: i 1 - 18 j 25 y 28 a 29 u 29 a+i 30 w+a 30 e 31 i+y 35 e+t 41 a+y 50
j: j 6 y 7 - 10 i 14 ae+f 25 zh 27 i+y 28 dzh 29 j+o 31 u+y 34 j+i 35 i+j 38 z+sh 44 n+j 45 q+i 45 y+i 45 y+w 45 y+ch 46 h+o 47 ae+j 48 o+ng 48 o+o 48 y+e 48 zh+u 48 i+w 50 x+i 50 l+i 51 ou+e 51 r+y 51 z+u 51 a+n 52 h+a 52 q+u 52 s+u 52 sh+e 52 y+a 52 y+h 52 zh+e 52
k: k 1 k+u 16 k+k 19 k+e 40 i+j 43 j+i 46 i+k 48 o+k 50 q+i 50 r+k 50 u+i 51 y+o 51 a+k 52 g+u 52 j+ae 52
l: r 2 - 12 r+u 17 l 18 e+r 32 l+l 45 l+e 52
m: m 0 n 18 m+u 23 n+p 33 m+a 47 i+m 50
n: n 0 - 17 a+n 36 n+k 38
o: o 1 - 15 a 20 u 26 e 29 ou+e 35 y+o 37 o+w 38 u+o 45 a+o 47 e+k 47 o+ng 50
p: p 1 p+p 17 - 23 b 29 p+u 38 p+i 42 i+p 49 a+n 51 a+o 51 f+a 51 i+l 51 i+ng 51 m+g 51 o+ng 51 sh+y 51
q: k 6 g 7 q 12 i+g 18 sh+e 18 ng 20 - 21 j 25 k+v 25 g+e 26 h 28 g+a 30 gh 30 b+i 34 i+k 34 k+u 34 i+gh 35 m+i 35 i+j 39
r: r 2 - 7 r+u 20 i+r 34 r+i 35 e+l 49 e+r 49 l+u 52
s: s 3 - 8 sh 13 z 17 s+u 21 j 28 y+u 36 s+s 38 s+i 40 a+s 47 s+a 49
t: t 1 - 15 t+t 18 sch 28 ch 29 sh 29 u+t 34 t+e 42 t+a 47 i+d 49 i+t 51
u: u 4 - 11 a 11 o 14 y+u 16 f 23 w 27 i 31 o+w 33 k+u 46 e+ng 50 y+ou 50 ch+u 51 a+o 52 o+o 52
v: v 3 b 11 - 13 f 13 w 18 u 24 f+u 25 u+b 29 w+e 42 v+h 48
w: w 4 u 11 v 11 o 16 ou 20 y+u 20 u+b 21 - 24 w+o 25 w+e 29 b 32 h+u 33 u+o 35 h+w 37 i+w 37 l+a 40 v+w 40 a+u 41 g+w 42 u+v 42 w+a 42 f+u 44 a+o 45 m+i 45 a+v 46 ae+w 46 g+y 46 j+w 46 k+w 46 u+ng 46 o+y 49 e+w 50 i+ng 51 zh+i 51
x: k+s 9 kh 11 sh 11 h 12 g+z 14 x 15 k+sh 16 - 18 e 23 ch+e 27 e+s 27 i+k 27 k+e 27 q 27 k 29 ch 30 s 30 s+y 31 e+x 34 o+k 39
y: i 3 y 9 - 12 y+u 18 a+i 20 a 25 e 29 i+y 29 ae 31 j+i 36 a+y 38 y+o 41 y+ou 41 x+u 42 y+i 42 i+ng 43 l+i 43 g+y 44 p+y 45 r+y 46 j+ae 47 u+i 48 e+y 49 h+a 49 o+ng 50 o+o 50 zh+u 50 h+y 51 y+y 51 a+n 52 e+i 52
z: z 4 j 11 s 11 ts 15 s+u 22 t 23 z+a 23 z+u 27 zh 30 z+i 34 i+j 36 j+eu 40 s+i 42 a+n 43 z+z 43 i+z 44 a+s 45 p+u 45 y+i 45 a+q 46 i+th 46 zh+a 46 c+i 47 j+e 48 t+ts 51 i+zh 52
dzh: dzh 0
sch: sh 5 s+k 9 sh+u 13 j 16 sh+i 19 s 20 x+i 22 zh 23 a+sh 27 dzh 28 i+s 28 s+i 28 sh+a 28 sh+w 28 zh+ae 31 x+u 32 i+sh 43 z+sh 43 s+u 48
tch: ch 5 tch 6 q+i 20 ch+i 21 ts 21 ts+h 21 a+ch 24 ts+k 25 tch+u 31
sh: sh 0 s 21 x+i 28 ch 29 s+y 31 shch 31 sh+u 36 ch+i 39 m+a 39 o+n 39 x+u 39 s+e 40 u+x 40 e+sh 41 sh+i 41 y+i 41
ch: ch 5 k 9 sh 11 h 15 tch 22 kh 27 j 31 zh 31 zh+e 34 ae+ch 35 q+i 36 zh+a 36 zh+i 36 c+a 37 x+i 37 a+m 39 i+ch 40 k+e 40 ts+h 40 h+a 41 u+ch 41 a+o 42 g+u 42 i+n 42 o+ch 42 q+u 42 m+ou 43 u+i 43 h+e 44 sh+i 44 a+h 45 a+ng 46 c+ch 46 i+a 46 n+a 46 o+ng 46 s+y 46 u+ng 46 y+a 46 zh+o 46 ch+e 47 j+u 47 kh+ae 47 e+i 48 h+u 48 i+ng 48 k+k 48 k+sh 48 ch+o 49 ch+u 49 j+eo 49 kh+v 49 y+ch 49 c+u 51
kh: kh 3 k 8 h 12 h+e 27 kh+e 32 q+i 32 h+u 34
th: t 4 s 7 - 15 th 15 sh 20 d 22 i+s 31 th+a 33 s+i 34 t+t 34 t+a 37 a+h 38 d+a 38 t+u 39 s+eo 40 t+kh 40 u+s 41 t+eu 42 t+o 44 t+y 50 a+i 51
dh: dh 3 d 10 d+d 13 d+kh 24 t 26 l+a 28 r+dh 28 m+a 30 t+t 30
gh: g 6 gh 7 - 9 kh 20 k 22 g+i 26 a+y 27 gh+a 27 j+i 27 o 27 y 27 f 28 j 31
zh: zh 0
ts: ts 2 - 13 t 18 t+t 18 ch 19 c+i 22 t+e 26 z 27 c 30 c+u 31 r+ch 31 s 31 z+i 31 c+a 33 ch+l 36 z+e 36 q+i 51
tz: ts 4 tz 7 i+ch 19 sh+e 19 t+ts 19 z+i 19 - 24 a+tz 51 tz+a 51 tz+i 51 y+tz 51
dz: j 4 dz 12 z 12 dzh 14 j+i 16 zh 24 ch 26 z+sh 27 tz 28 a+z 29 i 29 j+w 29 n+f 29 sh 30 g 32 y 32 zh+ae 32 dz+sh 33
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 3 n 11 - 17 n+j 17 ng+u 19 o+ng 25 a+ng 27 h+o 28 h+u 28 i+ng 30 j+i 30 ng+k 30 ng+g 31 n+ng 32 e+ng 33 m+i 33 o+o 33 zh+u 33 q+i 34 s+u 34 sh+i 34 u+ng 34 a+n 35 s+i 35 u+a 35 i+k 36 u+n 36 y+ou 36 y+u 36 zh+e 36 i+l 37 j+u 37 n+dzh 37 o+k 37 u+o 37 x+i 37 y+i 37 g+u 38 h+ae 38 i+n 38 j+o 38 l+i 38 n+x 38 ng+y 38 j+ae 39 k+u 39 l+u 39 ng+h 39 t+ae 39 y+o 39 n+i 40 ng+e 40 ch+u 42 u+k 42 x+u 42 b+o 43 d+ou 43 f+e 43 g+y 43 i+a 43 n+z 43 n+zh 43 ng+ae 43 ng+o 43 ng+z 43 r+i 43 u+l 43 w+a 43 w+o 43 y+a 43 y+e 43 a+i 44 i+e 44 r+o 44 w+u 45 ng+j 46 ng+s 46 s+o 47 n+h 49 ng+w 50
ph: f 3 - 12 i+v 14 ph 14 p 15 f+e 25 i+b 27 y+v 29 i+f 30 b+eu 31 f+u 31 p+y 32 w 32 i+w 34 p+eu 37
bh: bh 3 v 8 b+u 17 b 23 f 23 w 23 h 27 bh+i 29 e+v 43 m+bh 43
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: k 5 k+k 5 ck 13 k+e 23 - 24 ts+k 27 a+i 29 c+i 31 j 32 i+k 33 s+k 33 a+kh 35 o+j 39
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 5 sh 10 sh+m 17 r+u 18 ch+a 19 a+ch 22 s+e 22 s+y 22 - 23 ch 28 sh+a 35
eo: eo 5 o 8 e+d 18 e 21 a 22 a+o 22 o+ng 22 - 23 u 25 i+a 26 i+o 27 ng+s 27 e+ng 28 q+i 28 y+o 28 y+u 28 i+ch 29 i+w 31 n+s 31 o+kh 31 y+w 31 zh+e 31 i 32 ng+l 32 ng+sh 32 e+n 33 m+g 33 ng+d 33 o+ch 34 s+o 34 u+ng 34 u+a 35 u+kh 37 ch+o 41 dz+e 43 o+m 45 ch+a 46 a+i 50
eu: - 11 a 11 eu 13 r+u 15 i+a 19 u 19 e 21 e+ng 21 w 21 y+i 22 a+ng 23 o+e 23 y+w 24 a+u 25 ae+j 25 d+ou 25 e+n 25 g+u 25 h+u 25 i+n 25 j+a 25 j+i 25 n+s 25 n+sh 25 ng+r 25 ng+y 25 u+n 25 u+ng 25 x+i 25 m+a 26 ng+x 26 u+a 26 i 27 e+v 28 y 29 i+l 33 i+f 37 ng+j 51
ae: ae 4 e 10 r+a 15 - 21 t+ae 23 b+ae 24 a 25 a+i 25 ae+i 25 y+o 25 r+ae 27 a+y 28 i 29 i+f 29 e+y 30 j+ae 30 a+u 31 ae+h 31 ae+u 31 ch+u 31 d+ae 31 e+i 31 e+n 31 e+ng 31 s+o 31 s+u 31 u+i 31 w+a 31 y+a 31 y+e 32 ae+o 33 e+l 36 o+k 37 l+ae 40 i+l 44
ou: u 5 ou 8 a 13 a+u 21 ou+ng 21 a+o 23 o+ng 23 o 25 w 25 y+ou 25 a+w 28 o+o 30 y+u 30 i 31 n+y 31 l+i 32 ng+g 32 u+y 33 e+y 35 h+u 35 k+y 35 ng+b 35 ng+s 35 ng+sh 35 ng+x 35 o+y 35 r+o 35 y+o 35 a+ou 37 u+n 37 a+f 46 i+u 50 ng+m 51 ng+ch 52
`,
  'e<': `
_: _ 0
a: a 0 - 17 e 25 o 28 e+k 48 y+a 52
b: b 0 - 22 v 24 p 25 b+a 28 b+u 39 a+b 44 b+i 47 b+o 49 p+i 49 p+u 50 u+ng 52 y+i 52 y+u 52
c: k 3 ch 15 j 15 s 15 ts 16 - 20 a 25 tz+e 27 w+a 28 a+k 34 k+e 36 s+w 38 j+i 39 a+i 41 i+k 41 s+ou 43 e+k 44 k+a 44 k+u 45 q+i 45 s+u 45 ae+k 47 g+a 47 t+ts 47 u+k 49 c+i 50 eu+k 50 i+q 50 i+zh 51 ts+ts 51 ae+kh 52
d: d 1 - 15 t 21 a+d 29 d+e 36 d+a 44 d+d 48 i+d 49
e: e 1 - 11 i 21 a 23 g+i 32 a+i 35 e+i 35 i+o 35
f: f 0 p 22 f+e 29 f+u 35 e+i 40 f+a 40 u+f 41 f+f 42 m+u 46 i+a 47 ou+f 47 h+u 48 p+o 49 m+e 51
g: g 1 j 19 z 19 n+i 21 - 22 k 25 tz 28 tz+i 28 g+e 35 j+i 39 g+a 43 u+g 45 g+i 48 k+u 48 i+ng 50 a+j 52 dz+sh 52 i+j 52
h: h 2 - 8 ch 17 kh 26 y 26 h+s 27 a+h 38 h+a 38 h+u 39 o+ng 42 u+o 42 x+i 42 h+e 43 i+h 45 i+ng 45 j+u 45 zh+i 45 ae+h 46 i+x 46 u+h 46 g+y 48 h+i 48 j+o 48 u+i 48 i+n 49 kh+y 49 m+u 49 q+i 49 e+n 50 h+y 50 j+i 50 g+a 51 i+e 51 a+m 52 a+y 52 b+a 52 b+i 52 d+a 52 d+e 52 i+a 52 k+p 52 n+j 52 o+o 52 s+o 52 sh+a 52 t+ae 52 y+u 52 zh+e 52
i: i 0 - 24 e 26 a 27 j 31 y 31 a+i 32 w+a 41 i+y 45 a+y 50
j: y 6 j 7 - 13 g 14 i 14 z 16 zh 25 dzh 27 j+i 33 i+j 40 i+y 41 z+sh 42 j+o 43 n+j 43 q+i 43 y+w 43 y+ch 44 y+i 44 h+o 45 ae+j 46 o+ng 46 o+o 46 y+e 46 zh+u 46 i+w 48 x+i 48 l+i 49 r+y 49 z+u 49 a+n 50 h+a 50 q+u 50 s+u 50 sh+e 50 y+a 50 y+h 50 zh+e 50 dz+sh 51 i+l 51
k: k 0 x 22 k+e 40 k+k 41 i+j 43 j+i 46 i+k 49 q+i 50 k+u 51 o+k 51 r+k 51 u+i 51 a+k 52 g+u 52 y+o 52
l: l 1 - 13 y 24 g+i 27 l+e 32 l+s 33 l+a 38 e+r 44 l+l 44 r+u 50 l+i 52
m: m 0 - 19 m+a 27 m+u 44 i+m 48 a+m 52
n: n 1 - 12 t 32 a+n 35 n+k 36 n+i 39 i+n 40
o: o 1 - 17 ou 22 a 25 u 29 e+k 37 u+o 45 a+o 47 o+ng 50 y+o 51
p: p 0 - 18 b 30 p+u 39 p+p 40 p+i 43 i+p 50 a+n 52 a+o 52 f+a 52 i+l 52 i+ng 52 m+g 52 o+ng 52 sh+y 52
q: k 6 g 7 q 11 ng 19 - 20 i+g 24 j 24 g+e 25 k+v 25 h 27 g+a 29 gh 29 i+k 33 k+u 33 sh+e 33 b+i 34 m+i 34 i+gh 35 i+j 38
r: r 0 - 18 e+l 48 e+r 48 l+u 51 u+l 52
s: s 1 - 9 z 23 s+i 41 s+a 43 a+s 48 s+u 51
t: t 1 - 13 t+a 28 ts 28 s 29 t+e 40 t+t 43 i+d 48 i+t 51
u: u 4 - 10 o 13 w 14 ou 19 y 19 i+u 23 a 25 e 27 v 28 i 30 y+u 34 e+ng 48 y+ou 48 ch+u 49 u+ng 49 a+o 50 o+o 50 g+u 51 h+u 51 i+ng 51 q+u 51 zh+u 51 o+ng 52 o+zh 52 ou+ng 52
v: v 1 - 14 f 16 w 22 k 30 b 32 f+u 40 w+e 41 v+h 47 i+v 50 b+eu 52
w: w 4 v 9 u 12 ou 15 - 22 w+e 26 o 28 w+o 28 b 30 h+u 31 y+u 31 u+o 33 i+w 34 h+w 35 l+a 38 v+w 38 g+w 40 u+v 40 a+o 42 f+u 42 m+i 43 w+a 43 a+v 44 ae+w 44 g+y 44 j+w 44 k+w 44 u+b 44 u+ng 44 e+w 47 o+y 47 i+u 48 zh+i 48 i+ng 49 v+u 51 a+u 52
x: x 8 k+s 9 kh 11 k+sh 16 ch 17 - 18 h 18 s 18 sh 18 e 23 ch+e 27 e+s 27 g+z 27 i+k 27 k+e 27 q 27 k 29 s+y 31 e+x 33 o+k 39
y: i 4 y 5 - 22 a+i 23 g 25 g+i 26 y+u 37 a+y 38 i+y 38 y+o 41 y+ou 41 x+u 42 y+i 42 i+ng 43 l+i 43 g+y 44 j+i 44 p+y 45 r+y 46 j+ae 47 u+i 48 e+y 49 h+a 49 h+y 50 o+ng 50 o+o 50 zh+u 50 y+y 51 a+n 52 i+n 52 zh+i 52
z: z 1 s 14 - 18 j 23 ts 23 zh 27 sh 31 z+i 31 j+eu 37 s+i 39 a+n 40 i+j 40 z+z 40 a+s 42 i+z 42 p+u 42 y+i 42 a+q 43 i+th 43 s+u 43 zh+a 43 c+i 44 j+e 45 i+zh 49 z+a 50 t+ts 51 z+u 51
dzh: dzh 0
sch: sh 6 s 9 s+k 9 sh+i 19 j 20 x+i 21 zh 23 sh+u 25 a+sh 27 dzh 27 i+s 27 s+i 27 sh+a 27 sh+w 27 zh+ae 30 x+u 31 i+sh 42 z+sh 42 s+u 48
tch: ch 5 tch 9 ts 9 q+i 20 ch+i 21 ts+h 21 a+ch 24 ts+k 25 tch+u 31
sh: sh 3 s 6 x+i 26 ch 27 s+y 29 shch 29 x 31 sh+u 34 m+a 37 o+n 37 x+u 37 ch+i 38 s+e 38 u+x 38 y+i 39 e+sh 40 sh+i 42
ch: ch 3 s 10 k 13 h 19 o 23 sh 23 ck 24 kh 27 j 31 zh 31 zh+e 35 ae+ch 36 q+i 36 zh+i 36 c+a 37 x+i 37 zh+a 37 a+m 39 ch+o 40 i+ch 40 ts+h 40 k+e 41 a+o 42 h+a 42 o+ch 42 q+u 42 u+ch 42 g+u 43 i+n 43 m+ou 43 u+i 43 h+e 45 sh+i 45 a+h 46 a+ng 46 c+ch 46 i+a 46 n+a 46 o+ng 46 s+y 46 u+ng 46 y+a 46 zh+o 46 ch+e 47 h+u 47 j+u 47 kh+ae 47 e+i 48 i+ng 48 k+k 48 k+sh 48 ch+u 49 j+eo 49 kh+v 49 y+ch 49 c+u 51
kh: kh 2 h 8 k 18 h+e 26 kh+e 31 q+i 31 h+u 33
th: t 5 th 5 - 13 d 21 s 24 i 29 th+a 32 s+i 33 t+t 33 i+s 34 t+a 36 a+h 37 d+a 37 t+u 38 s+eo 39 t+kh 39 u+s 40 t+eu 41 t+o 43 t+y 49 a+i 50
dh: dh 2 d 9 d+d 23 d+kh 23 t 25 l+a 27 r+dh 27 m+a 29 t+t 29
gh: g 6 gh 7 - 9 kh 20 k 22 g+i 26 a+y 27 gh+a 27 j+i 27 o 27 y 27 f 28 j 31
zh: zh 0
ts: ts 2 ch 11 t 16 - 18 c+i 24 t+e 28 z 28 c 31 t+t 31 c+u 32 r+ch 32 z+i 32 c+a 34 ch+l 38 z+e 38
tz: ts 5 tz 5 i+ch 20 sh+e 20 t+ts 20 z+i 20 a+tz 52 tz+a 52 tz+i 52 y+tz 52
dz: j 5 dz 11 dzh 13 tz 13 y 17 z 20 j+i 22 zh 23 ch 24 z+sh 25 a+z 28 i 28 j+w 28 n+f 28 sh 28 g 30 zh+ae 30 dz+sh 31 j+a 49
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 2 dz 15 n+z 19 o+ng 26 n 27 a+ng 28 ng+k 29 h+o 30 h+u 30 j+i 31 ng+u 31 n+j 33 ng+g 33 i+ng 34 n+ng 34 e+ng 35 m+i 35 o+o 35 q+i 35 zh+u 35 a+n 36 s+u 36 sh+i 36 u+ng 36 s+i 37 u+a 37 y+ou 37 i+k 38 j+u 38 o+k 38 u+n 38 u+o 38 y+u 38 zh+e 38 g+u 39 i+l 39 n+dzh 39 n+x 39 x+i 39 y+i 39 h+ae 40 i+n 40 j+ae 40 j+o 40 k+u 40 l+i 40 l+u 40 ng+y 40 t+ae 40 y+o 40 n+i 41 ng+e 41 ng+h 41 b+o 44 ch+u 44 d+ou 44 f+e 44 g+y 44 i+a 44 n+zh 44 ng+o 44 ng+z 44 u+k 44 w+a 44 w+o 44 x+u 44 y+a 44 y+e 44 i+e 45 ng+ae 45 r+i 45 u+l 45 a+i 46 r+o 46 w+u 46 ng+j 48 ng+s 48 s+o 49 n+h 52 ng+w 52
ph: f 3 i+v 11 ph 14 p 15 - 19 f+e 25 i+b 27 y+v 29 i+f 30 b+eu 31 f+u 31 p+y 32 w 32 i+w 34 p+eu 37
bh: bh 2 v 10 b 23 f 23 w 23 b+u 27 h 27 bh+i 28 m+bh 42 e+v 50
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: k 3 ck 9 k+k 15 - 22 k+e 22 ts+k 26 a+i 28 c+i 29 j 30 n 31 ng 31 i+k 32 s+k 32 a+kh 33 o+j 37
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 5 sh 11 sh+m 17 r+u 18 ch+a 19 a+ch 22 s+e 22 s+y 22 - 23 ch 28 sh+a 35
eo: eo 2 o 13 e 23 a 24 a+o 24 o+ng 24 i+a 27 i+o 27 u 27 ng+s 29 y+u 29 e+ng 30 q+i 30 y+o 30 i+ch 31 i+w 32 n+s 32 y+w 32 zh+e 32 o+kh 33 e+n 34 ng+d 34 ng+l 34 ng+sh 34 m+g 35 u+ng 35 o+ch 36 s+o 36 u+a 36 e+d 37 u+kh 39 ch+o 43 dz+e 44 o+m 46 ch+a 48 a+i 51
eu: - 10 a 11 eu 13 u 18 i+a 19 e 20 e+ng 20 w 21 y+i 21 a+ng 23 o+e 23 y+w 23 u+ng 24 a+u 25 ae+j 25 d+ou 25 e+n 25 g+u 25 h+u 25 i+n 25 j+a 25 j+i 25 n+s 25 n+sh 25 ng+r 25 ng+x 25 ng+y 25 u+n 25 x+i 25 i 26 m+a 26 u+a 26 r+u 27 e+v 28 y 28 i+l 33 i+f 36 ng+j 51
ae: ae 4 e 12 - 13 t+ae 22 a+i 24 ae+i 24 b+ae 24 y+o 24 a 25 r+ae 26 a+y 27 i 28 i+f 28 e+y 29 a+u 30 ae+h 30 ae+u 30 ch+u 30 d+ae 30 e+i 30 e+ng 30 j+ae 30 s+o 30 s+u 30 u+i 30 w+a 30 y+a 30 e+n 31 y+e 32 ae+o 33 e+l 36 o+k 36 l+ae 39 i+l 43
ou: ou 2 u 11 a 21 w 22 a+ou 25 a+u 28 ou+ng 28 a+o 29 o+ng 30 o 31 y+ou 32 a+w 34 o+o 37 y+u 37 l+i 38 n+y 38 ng+g 39 u+y 39 e+y 42 h+u 42 k+y 42 ng+b 42 ng+s 42 ng+sh 42 ng+x 42 o+y 42 r+o 42 y+o 42 u+n 43
`,
  'w<': `
_: _ 0
a: a 3 - 5 i 22 w 26 a+a 35 a+i 46 y+a 51
b: b 0 - 17 t 30 b+u 42 b+a 43 a+b 46 b+o 51 b+i 52 p+i 52 p+u 52
c: k 2 j 17 ts 17 - 19 s 19 ch 20 a 27 j+w 27 a+k 35 k+e 39 a+i 42 i+k 43 k+a 45 e+k 46 j+i 46 k+u 47 q+i 47 s+u 47 ae+k 49 g+a 49 t+ts 49 c+i 51 eu+k 51 u+k 51 i+q 52 ts+ts 52
d: d 0 - 17 dz 27 d+e 37 d+a 42 d+d 49 i+d 49 a+d 50
e: - 2 a 11 e 18 i 19 a+i 30 w 32 r+b 36 e+i 48
f: p 2 f 9 - 19 f+e 29 f+u 34 e+i 39 f+a 39 f+f 41 u+f 41 m+u 45 ou+f 46 h+u 47 i+a 47 p+o 49 m+e 51
g: g 1 j 14 - 21 dz+sh 22 j+w 24 kh 24 n+i 25 g+e 29 k 31 j+i 37 g+a 41 u+g 44 g+i 47 k+u 47 i+ng 49 a+j 50 i+g 51 i+j 51 a+g 52 k+a 52 k+e 52 k+i 52 m+e 52 o+ng 52
h: h 2 - 10 kh 16 a+h 19 a 20 y 25 p 27 h+s 29 h+a 41 h+u 41 o+ng 44 u+o 44 x+i 44 h+e 45 i+h 46 i+ng 47 j+u 47 y+o 47 zh+i 47 ae+h 48 i+x 48 u+h 48 j+o 49 g+y 50 u+i 50 a+ck 51 e+n 51 i+n 51 kh+y 51 m+u 51 q+i 51 h+y 52 j+i 52
i: i 1 - 19 a+i 23 j 26 y 26 a 29 i+y 45 a+y 49
j: j 5 y 10 - 13 i 13 z+sh 16 zh 22 dz+sh 24 kh 24 y+h 24 dzh 28 w 31 j+i 33 i+j 42 i+y 43 y+w 44 n+j 45 q+i 45 y+i 45 h+o 46 y+ch 46 ae+j 48 o+ng 48 o+o 48 y+e 48 zh+u 48 i+w 50 r+y 50 x+i 50 j+o 51 l+i 51 y+a 51 z+u 51 a+n 52 h+a 52 q+u 52 s+u 52 sh+e 52 zh+e 52
k: k 0 - 23 ck 31 k+e 39 k+k 41 i+j 43 i+k 46 j+i 46 q+i 50 k+u 51 o+k 51 r+k 51 u+i 51 a+k 52 g+u 52 j+ae 52 y+o 52
l: l 1 - 12 a+l 32 u+ck 34 w+l 39 e+r 44 l+l 45 l+i 49 r+u 50 l+e 52
m: m 0 - 20 n 25 i+m 30 m+s 30 m+p 35 m+a 46 m+u 46
n: n 0 - 17 h 31 i+n 51
o: o 2 a 12 - 14 w 19 a+o 26 u+o 45 o+ng 50 y+o 51 o+a 52
p: p 0 - 24 b 28 p+i 32 p+p 38 p+u 38 i+p 48 f+a 50 a+n 51 a+o 51 i+l 51 i+ng 51 m+g 51 o+ng 51 sh+y 51
q: k 6 g 7 q 11 i+g 18 ng 19 - 20 g+e 25 j 25 k+v 25 h 27 g+a 29 gh 30 sh+e 33 b+i 34 i+k 34 k+u 34 i+gh 35 m+i 35 i+j 39 k+w 41
r: r 1 - 15 a+w 37 u+ck 39 e+l 48 e+r 49 l+u 52
s: s 3 - 7 sh 18 z 23 p+s 33 h+s 36 s+w 38 s+i 40 a+s 46 s+a 47 s+u 50 a+sh 51
t: t 1 - 11 ts 25 d 27 sh 29 th 29 d+t 32 t+e 40 t+t 43 t+a 46 i+t 48 i+d 49
u: o 4 - 8 u 15 a 16 a+o 19 w 20 o+a 26 y+w 27 w+i 28 i 30 y+u 34 w+a 48 ch+u 49 e+ng 49 y+ou 49 g+u 51 h+u 51 o+ng 51 o+o 51 i+ng 52 ou+ng 52 q+u 52 zh+u 52
v: v 5 b 7 w 10 - 16 v+w 20 f+u 40 w+e 41 v+h 47 b+eu 52
w: w 5 v 8 v+w 13 b 17 o 19 - 20 t+e 22 u 23 w+e 29 ou 30 i+w 32 h+u 34 w+o 35 y+u 35 u+o 36 h+w 38 l+a 41 g+w 43 u+v 43 a+o 44 f+u 45 w+a 45 a+v 46 m+i 46 ae+w 47 g+y 47 j+w 47 k+w 47 u+b 47 u+ng 47 e+w 50 o+y 50 w+b 50 zh+i 51 i+ng 52
x: k+s 6 kh 10 sh 14 x 14 k+sh 15 - 17 h 17 e 22 ch+e 26 e+s 26 g+z 26 i+k 26 k+e 26 q 26 k 28 ch 29 s 29 s+y 30 e+x 33 o+k 38
y: i 1 y 12 - 21 a+i 25 j 28 y+u 38 a+y 39 i+y 39 y+o 42 y+ou 42 x+u 43 y+i 43 i+ng 44 l+i 44 g+y 45 j+i 45 p+y 46 r+y 47 j+ae 48 u+i 49 e+y 50 h+a 50 o+ng 51 o+o 51 zh+u 51 h+y 52 y+y 52
z: z 2 s 13 ts 14 - 19 dz 21 zh 21 j 24 sh 32 z+i 32 j+eu 39 zh+a 40 i+j 41 s+i 41 a+n 42 z+z 42 i+z 43 a+q 44 a+s 44 i+th 44 p+u 44 s+u 44 y+i 44 c+i 46 j+e 47 z+a 49 i+zh 50 z+u 52
dzh: dzh 0
sch: sh 2 j 14 s+k 16 sh+i 20 s 21 x+i 23 zh 24 sh+u 26 a+sh 28 dzh 28 s+i 28 sh+a 28 sh+w 28 i+s 29 x+u 32 zh+ae 32 z+sh 35 i+sh 43 s+u 49
tch: ch 4 tch 9 ts+h 13 q+i 20 ch+i 21 ts 21 a+ch 24 ts+k 25 tch+u 31
sh: sh 0 s 21 ch 29 x+i 29 s+y 32 shch 32 sh+u 37 ch+i 40 m+a 40 o+n 40 u+x 40 x+u 40 s+e 41 e+sh 42 y+i 42 sh+i 45
ch: ch 4 k 10 sh 10 ck 19 w+i 24 kh 28 j 32 zh 32 zh+e 36 ae+ch 37 q+i 37 zh+i 37 c+a 38 x+i 38 zh+a 38 a+m 40 i+ch 41 k+e 41 ts+h 41 a+o 43 h+a 43 i+n 43 o+ch 43 q+u 43 u+ch 43 g+u 44 m+ou 44 u+i 44 h+e 46 sh+i 46 a+h 47 a+ng 47 c+ch 47 i+a 47 n+a 47 o+ng 47 s+y 47 u+ng 47 y+a 47 zh+o 47 ch+e 48 j+u 48 kh+ae 48 ch+u 49 e+i 49 i+ng 49 k+k 49 k+sh 49 ch+i 50 ch+o 50 h+u 50 j+eo 50 kh+v 50 y+ch 50 c+u 52
kh: kh 1 k 11 h 17 h+e 25 kh+e 30 q+i 30 h+u 33
th: t 4 th 8 - 14 d 15 s 25 th+a 32 s+i 34 t+t 34 i+s 35 t+a 36 d+a 37 a+h 38 t+kh 39 t+u 39 s+eo 40 u+s 40 t+eu 41 t+o 43 t+y 49 a+i 50
dh: dh 3 d 7 d+d 23 d+kh 23 t 25 l+a 27 r+dh 27 m+a 29 t+t 29
gh: g 6 gh 7 - 9 kh 20 k 22 g+i 26 y 26 a+y 27 gh+a 27 j+i 27 o 27 f 28 j 31
zh: zh 0
ts: ts 2 t 12 - 16 ch 19 c+i 22 t+e 26 z 27 t+t 29 c 30 c+u 31 r+ch 31 z+i 31 s 32 c+a 33 ch+l 36 z+e 36 q+i 51
tz: ts 4 tz 7 i+ch 19 t+ts 19 z+i 19 sh+e 20 a+tz 51 y+tz 51 tz+a 52 tz+i 52
dz: j 4 dz 12 z+sh 13 dzh 15 j+w 16 dz+sh 20 z 21 j+i 24 zh 25 ch 26 tz 28 a+z 29 i 29 n+f 29 sh 30 g 32 y 32 zh+ae 32
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 1 n+j 17 o+ng 25 n 26 a+ng 27 h+o 29 h+u 29 ng+u 30 j+i 31 ng+k 31 ng+g 32 i+ng 33 n+ng 33 e+ng 34 m+i 34 o+o 34 zh+u 34 q+i 35 s+u 35 sh+i 35 u+ng 35 a+n 36 s+i 36 u+a 36 i+k 37 o+k 37 u+n 37 y+ou 37 y+u 37 zh+e 37 i+l 38 j+u 38 n+dzh 38 u+o 38 x+i 38 y+i 38 g+u 39 h+ae 39 i+n 39 j+o 39 l+i 39 n+x 39 ng+y 39 j+ae 40 k+u 40 l+u 40 ng+h 40 t+ae 40 y+o 40 n+i 41 ng+e 41 ch+u 43 f+e 43 i+a 43 u+k 43 x+u 43 b+o 44 d+ou 44 g+y 44 n+z 44 n+zh 44 ng+ae 44 ng+o 44 ng+z 44 r+i 44 u+l 44 w+a 44 w+o 44 y+a 44 y+e 44 a+i 45 i+e 45 r+o 45 w+u 45 ng+j 47 ng+s 47 s+o 48 n+h 51 ng+w 51
ph: p 6 f 8 e 15 ph 15 i+b 17 i+w 17 - 19 i+v 19 w 20 f+e 26 i+f 30 y+v 30 b+eu 32 f+u 32 p+y 32 p+eu 38
bh: bh 3 v 8 b 23 f 23 w 23 b+u 27 h 27 bh+i 29 m+bh 43 e+v 51
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: k 3 ck 7 k+k 16 - 23 k+e 23 ts+k 27 a+i 28 c+i 30 j 31 n 32 ng 32 s+k 32 i+k 33 a+kh 34 o+j 38
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 5 sh 10 sh+m 17 r+u 18 ch+a 19 a+ch 22 s+e 22 s+y 23 - 24 ch 28 sh+a 36
eo: eo 5 a+o 12 o 13 a 16 e 16 i+o 18 o+ng 22 - 23 i+a 26 u 26 ng+s 28 y+u 28 e+ng 29 i+ch 29 q+i 29 y+o 29 i+w 31 n+s 31 o+kh 31 y+w 31 zh+e 31 i 32 e+n 33 m+g 33 ng+d 33 ng+l 33 ng+sh 33 u+ng 34 e+d 35 o+ch 35 s+o 35 u+a 35 u+kh 38 ch+o 42 dz+e 43 o+m 45 ch+a 47 a+i 50
eu: - 10 a 11 eu 13 u 18 i+a 19 e 20 e+ng 20 w 21 y+i 22 a+ng 23 o+e 23 y+w 24 a+u 25 ae+j 25 d+ou 25 e+n 25 g+u 25 h+u 25 i+n 25 j+a 25 j+i 25 n+s 25 n+sh 25 ng+r 25 ng+x 25 ng+y 25 u+n 25 u+ng 25 x+i 25 i 26 m+a 26 u+a 26 r+u 27 e+v 28 y 28 i+l 33 i+f 36 ng+j 51
ae: ae 4 e 11 a 14 - 16 t+ae 23 a+i 25 ae+i 25 b+ae 25 y+o 25 r+ae 27 a+y 28 i 29 i+f 29 e+y 30 a+u 31 ae+h 31 ae+u 31 ch+u 31 d+ae 31 e+i 31 e+ng 31 j+ae 31 s+o 31 s+u 31 u+i 31 w+a 31 y+a 31 e+n 32 y+e 33 ae+o 34 e+l 37 o+k 37 l+ae 40 i+l 44
ou: u 9 a+o 10 ou 12 a 13 o 13 - 16 w 16 a+u 21 ou+ng 21 o+ng 23 y+ou 25 a+w 28 o+o 30 y+u 30 i 31 l+i 31 n+y 31 ng+g 32 u+y 33 e+y 35 h+u 35 k+y 35 ng+b 35 ng+s 35 ng+sh 35 ng+x 35 o+y 35 r+o 35 y+o 35 a+ou 37 u+n 37 a+f 46 i+u 50 ng+m 51 ng+ch 52
`,
  'h<': `
_: _ 1 _+j 24 n+_ 24 ng+_ 27 _+g 28 _+h 28 i+_ 29 _+y 30 _+s 33 _+u 33 k+_ 35 o+_ 35 _+d 36 _+ch 37 u+_ 37 _+i 38 _+w 39 l+_ 39 ae+_ 41 t+_ 41 _+b 43 _+n 43 _+t 43 m+_ 43
a: a 2 - 17 ae 17 a+ng 18 e 19 o 21 eo 22 a+n 26 e+i 26 n+a 27 m+a 28 ng+h 31 a+m 34 a+b 35 a+k 35 ch+a 35 h+a 35 i+s 35 j+a 35 j+i 35 y+ou 35 h+o 38 o+o 38 y+a 38 a+g 39 e+n 39 g+y 39 m+i 39 t+o 39 a+h 40 k+a 45
b: b 1 p 16 - 22 u+ng 23 y+u 23 b+a 25 b+o 26 h+y 27 i+l 27 i+n 27 o+ng 27 ou+p 27 t+ae 27 b+u 28 a+b 45 b+i 49 p+i 51 p+u 51
c: k 3 ch 13 j 16 s 19 ae 20 ae+k 20 - 21 eu+k 24 k+u 24 g 25 ts 26 dzh 32 j+eo 33 a+k 34 s+u 34 k+e 35 a+i 40 i+k 41 e+k 43 j+i 43 k+a 43 q+i 44 g+a 46 t+ts 46 c+i 49 u+k 49 i+q 50 i+zh 50 ts+ts 50 ae+kh 51 ch+l 51 j+w 52 tz+e 52
d: d 1 - 14 d+ae 26 d+o 26 d+eu 27 i+d 27 l+d 27 o+j 27 o+o 27 u+d 27 y+o 27 d+i 31 d+e 36 d+a 43 d+d 48 a+d 50
e: e 3 - 10 i 16 eo 19 eu 21 ae 22 a 25 u+i 29 n+m 32 o+ng 32 s+u 32 u+n 32 j+i 34 n+r 36 e+i 42 i+e 46 a+i 47 o+e 51
f: p 3 f 7 p+o 22 f+e 26 f+u 31 ph 32 e+i 37 f+a 37 f+f 38 u+f 38 m+u 42 ou+f 43 h+u 44 i+a 44 m+e 48 l+f 52 v+u 52
g: g 2 j 16 - 17 g+i 17 k 19 h 23 i+ng 24 j+ae 24 o+ng 24 ng 25 k+s 26 o 27 dzh 32 g+e 33 j+i 33 g+a 42 u+g 44 k+u 47 n+i 47 a+j 50 dz+sh 50 i+j 50 a+g 52 a+zh 52 i+e 52 k+a 52 k+e 52 k+i 52 m+e 52
h: h 2 - 12 o+ng 20 h+a 21 j+o 23 j+u 23 ae+h 24 h+y 26 g 28 g+y 28 i+h 28 i+n 28 k+p 28 o+o 28 s+o 28 t+ae 28 u+h 28 u+i 28 h+u 29 n 30 kh 32 y 32 a+h 43 x+i 47 h+e 48 u+o 48 i+ng 50 zh+i 50 i+x 51
i: i 1 - 20 i+n 26 eo 27 j+i 28 h+o 29 ng+s 29 r+i 29 s+i 29 j 30 e 31 ng+r 31 u+j 31 y+u 31 y 32 ch+ae 33 j+u 33 m+i 33 ng+m 33 o+ng 33 y+o 33 b+u 35 i+ae 35 y+a 37 i+y 44 y+e 44 a+y 49 y+i 52
j: j 5 y 11 - 14 i+j 17 i 18 h+o 22 n+j 22 o+ng 22 o+o 22 j+ae 24 ae+j 25 i+w 25 i+l 26 o+n 26 y+e 26 s+u 27 j+o 28 r+y 28 zh 29 dzh 30 g+i 30 i+eo 35 j+i 36 i+y 45 z+sh 46 q+i 47 y+i 47 y+w 47 y+ch 48 ou+e 49 zh+u 50 l+i 52 x+i 52
k: k 2 g 13 i+k 20 r+k 22 j+ae 23 o+k 23 y+o 24 m+i 27 o+ng 27 u+k 27 e 29 g+i 29 g+u 29 kh+o 29 kh+u 29 s+o 29 t+o 29 u+i 29 u+m 29 u+ng 29 k+j 31 j+u 36 k+e 42 k+k 43 i+j 45 j+i 48 q+i 52
l: l 5 l+l 6 r 12 - 15 l+h 26 r+u 30 u+ng 30 e+r 31 i+l 31 s 32 y 32 l+e 50 l+i 51
m: m 1 i+m 24 s+u 24 a+ng 27 ch+u 30 m+i 30 o+ng 30 u+l 30 y+e 30 m+o 39 m+p 41 m+u 45 u+m 48 m+a 49
n: n 1 - 20 ng 24 i+n 25 u+n 26 y+o 26 o+ng 27 s+u 27 k 28 ng+u 29 t+ae 30 u+ng 31 ae+h 34 e+n 34 h+u 34 i+k 34 j+ae 34 j+u 34 n+i 34 n+o 34 ng+i 34 ng+j 34 s+i 34 w+o 34 h+n 37 ng+s 37 r+u 38 y+u 38 eu+n 40 n+k 40 n+u 46 u+k 47
o: o 3 u 17 - 18 o+ng 19 eo 20 eu 22 s+u 23 a 24 u+n 24 y+o 25 b+o 27 n+j 27 ng+h 27 o+e 28 n+h 29 ng+j 29 r+o 29 w+o 29 i+n 30 o+o 30 y+u 31 n+s 32 o+k 32 a+o 33 ae+d 33 e+r 33 g+u 33 h+u 33 i+s 33 k+s 33 n+u 33 j+i 34 u+ng 34 ou+e 37 r+eu 37 u+o 46 ng+u 51
p: p 1 - 19 b 22 a+n 23 i+l 23 m+u 23 o+ng 23 u+m 25 p+i 27 p+u 37 p+p 38 i+p 47 a+o 50 f+a 50 i+ng 50 m+g 50 sh+y 50 f+u 52 j+i 52 u+n 52
q: g 6 k 6 q 11 - 20 m+i 20 i+g 24 g+e 25 j 25 k+v 25 h 27 g+a 29 gh 30 ng 30 i+k 33 sh+e 33 b+i 34 k+u 34 i+gh 35 i+j 39
r: r 2 - 11 eo 16 r+eu 21 u+ng 23 l 24 y+o 28 o+ng 30 i+r 31 n 31 o+r 31 u+n 31 u+k 33 n+i 35 o+n 36 e+l 43 r+u 45 e+r 47 l+u 49 u+l 51
s: s 3 - 8 h+u 25 s+u 25 s+y 25 i+s 27 j 27 s+o 27 y+o 27 j+u 28 sh 28 y+u 29 s+a 30 ae+s 31 e+s 31 g+y 31 j+a 31 l+s 31 o+n 31 s+e 31 s+eu 32 s+i 33 p+s 36 j+i 40 a+s 46 j+l 46
t: t 1 - 15 t+eu 23 sch+eo 24 ae+g 25 i+n 25 o+ng 25 u+ng 25 u+t 27 t+o 30 t+e 38 t+t 40 t+a 44 i+d 45 i+t 48 d+ou 52 t+i 52
u: u 4 - 13 eo 17 ou 19 o 20 ch+u 21 eu 21 j+u 23 u+ng 23 w 23 y+ou 23 o+o 24 w+i 24 ou+ng 25 g+u 26 ng+h 26 ng+j 26 ng+s 26 y+u 26 b+u 30 d+u 30 h+u 30 h+y 30 i+j 30 m+u 30 n+r 30 ng+ch 30 ng+d 30 ou+n 30 u+kh 30 i+l 32 u+s 32 l+i 47 e+ng 51
v: b 4 v 11 p 12 w 14 - 15 g+o 27 i+b 27 b+u 28 m+i 28 b+eu 32 f+u 39 w+e 40 v+h 46 h+u 52 y+w 52
w: w 3 b 17 v 17 h+w 18 - 19 u 19 w+o 19 g+w 20 o 21 g+y 24 i+w 24 j+w 24 u+ng 24 t+ae 25 l+ou 26 ou 28 p 28 w+e 32 h+u 36 y+u 37 u+o 38 ae+w 41 a+u 42 l+a 43 v+w 43 u+v 45 f+u 47 w+a 47 a+o 48 m+i 48 a+v 49 k+w 49 u+b 50 o+y 52
x: k+s 7 kh 11 h 12 k+sh 15 x 15 - 17 s+y 18 sh 18 e 23 ch+e 26 e+s 26 g+z 26 i+k 26 k+e 26 q 26 k 28 ch 29 s 30 e+x 33 o+k 39
y: y 6 i 10 y+ou 12 - 17 g+y 19 p+y 21 r+y 23 y+o 23 j+ae 24 o+ng 24 o+o 24 a+g 28 e+y 28 h+o 28 h+y 28 i+n 28 n+p 28 n+y 28 ng+h 28 o+g 28 o+h 28 ou+ng 28 s+e 28 s+u 28 y+u 28 o+y 29 w+i 29 a+i 30 j+i 31 i+y 42 a+y 43 i+ng 47 l+i 47 x+u 47 y+i 47
z: j 4 z 9 s 13 - 16 j+eu 18 ch 21 ts 24 zh 28 z+i 32 s+i 41 a+n 42 i+j 42 z+z 42 i+z 43 a+q 44 a+s 44 p+u 44 s+u 44 y+i 44 i+th 45 zh+a 45 c+i 46 j+e 47 i+zh 51 z+a 52
dzh: dzh 0
sch: sh 5 s+k 9 sh+i 17 j 18 s 18 x+i 20 zh 21 sh+u 23 a+sh 25 dzh 25 sh+w 25 i+s 26 s+i 26 sh+a 26 zh+ae 29 x+u 30 i+sh 40 z+sh 41 s+u 46
tch: ch 5 tch 9 ch+i 10 q+i 20 ts 21 ts+h 21 a+ch 24 ts+k 25 tch+u 31
sh: sh 3 s+y 10 s 12 o+n 18 ch 29 x+i 29 shch 32 sh+u 37 ch+i 40 m+a 40 u+x 40 x+u 40 s+e 41 y+i 41 e+sh 42 sh+i 45
ch: ch 4 j 12 ae+ch 16 k 18 u+ch 22 i+ch 24 i+n 24 o+ch 24 o+ng 24 s+y 24 u+ng 24 d+o 25 u+i 25 ch+i 26 h 27 ck 28 o+i 28 sh 28 y+u 28 d+ae 31 kh 32 zh+e 39 h+ae 40 j+ae 40 q+i 40 c+a 41 zh+a 41 zh+i 41 x+i 42 a+m 43 ts+h 44 k+e 45 h+a 46 a+o 47 g+u 47 m+ou 47 q+u 47 h+e 49 sh+i 49 a+h 50 a+ng 50 i+a 50 j+eo 50 n+a 50 y+a 50 zh+o 50 c+ch 51 ch+e 51 ch+o 51 j+u 51 kh+ae 51 e+i 52 i+ng 52 k+sh 52
kh: kh 2 h 10 k 12 h+e 26 kh+e 31 q+i 31 h+u 34
th: t 4 s 10 th 13 - 19 t+eu 19 d 20 t+o 21 s+eo 22 i+s 26 th+a 30 s+i 32 t+t 32 t+a 34 d+a 35 a+h 36 t+u 37 t+kh 38 u+s 38 t+y 47 a+i 49
dh: dh 3 d 7 d+d 23 d+kh 23 t 25 l+a 27 r+dh 27 m+a 29 t+t 29
gh: g 5 gh 8 - 10 kh 14 k 23 g+i 27 y 27 a+y 28 gh+a 28 j+i 28 o 28 f 29 j 32
zh: zh 0
ts: ts 3 - 13 t 14 ch 15 c+i 22 ch+l 26 t+e 26 z 26 t+t 28 c 29 c+u 30 r+ch 30 z+i 30 s 31 c+a 32 z+e 36 q+i 51
tz: ts 5 tz 7 i+ch 12 t+ts 19 z+i 19 sh+e 20 a+tz 51 y+tz 51 tz+a 52 tz+i 52
dz: j 4 dz 11 dzh 13 i 17 z 20 j+i 22 zh 23 ch 25 z+sh 26 tz 27 a+z 28 j+w 28 n+f 28 sh 29 g 31 y 31 zh+ae 31 dz+sh 32
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 5 h+o 18 o+o 18 h+u 19 ng+u 19 u+n 20 u+ng 20 m+i 21 o+ng 21 ng+g 22 i+k 23 i+l 23 j+u 23 y+o 24 j+i 25 s+i 25 u+k 25 u+l 25 s+u 27 a+ng 28 b+o 29 g+u 29 g+y 29 h+ae 29 j+ae 29 j+o 29 o+k 29 r+i 29 t+ae 29 w+a 29 w+o 29 y+ou 29 ng+ae 30 o+n 30 ng+s 33 y+u 33 g+i 36 ng+o 39 ng+k 41 i+ng 43 n+j 43 n+ng 43 e+ng 45 q+i 45 zh+u 45 a+n 46 sh+i 46 u+a 47 u+o 48 zh+e 48 l+i 49 n+dzh 49 n+x 49 x+i 49 y+i 49 i+n 50 k+u 50 l+u 50 ng+y 50 n+i 51 ng+e 51 ng+h 51
ph: p 6 f 8 ph 14 b+eu 16 p+y 16 i+v 18 - 19 f+e 25 i+b 26 i+f 29 y+v 29 f+u 31 w 31 p+eu 33 i+w 34
bh: bh 3 v 11 b 13 f 23 w 23 b+u 27 h 27 bh+i 29 m+bh 43 e+v 51
jh: jh 2 j+eo 11 - 22 a+jh 48 jh+a 48 jh+u 48 i+jh 49 jh+i 49 l+jh 49 o+jh 49
ck: k 4 ck 7 k+k 15 k+e 21 - 22 ts+k 25 a+i 27 c+i 29 j 29 i+k 31 n 31 ng 31 s+k 31 a+kh 32 o+j 37
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 5 sh 12 s+y 17 r+u 18 sh+m 18 ch+a 19 a+ch 22 s+e 22 - 24 ch 28 sh+a 36
eo: eo 7 o 9 u 13 o+ng 15 ng+s 17 y+o 18 n+s 20 i+o 21 o+kh 21 - 22 m+g 22 ng+d 22 u+ng 23 a 28 a+o 28 e 28 i+a 32 e+ng 34 q+i 34 y+u 34 i+ch 35 ch+o 36 i+w 37 u+kh 37 y+w 37 zh+e 37 e+n 38 ng+l 38 ng+sh 38 o+ch 40 s+o 40 e+d 41 u+a 41 dz+e 49 o+m 51 ch+a 52
eu: u 13 eu 14 a 15 o+e 15 - 16 u+ng 16 ae+j 17 d+ou 17 g+u 17 h+u 17 n+s 17 u+n 17 ng+y 19 i+a 23 e 24 e+ng 24 w 25 y+i 26 a+ng 27 y+w 28 a+u 29 e+n 29 i+n 29 j+a 29 j+i 29 n+sh 29 ng+r 29 ng+x 29 x+i 29 i 30 m+a 30 u+a 30 r+u 31 e+v 32 y 32 i+l 37 i+f 40
ae: ae 6 b+ae 14 t+ae 14 r+ae 16 y+o 16 e 18 ae+i 19 a+u 20 ae+h 20 ae+u 20 d+ae 20 j+ae 20 s+u 20 i+l 21 a 31 a+i 31 a+y 33 i+f 34 e+y 35 ch+u 36 e+i 36 s+o 36 u+i 36 w+a 36 e+l 37 e+n 37 e+ng 37 y+a 37 y+e 38 ae+o 39 o+k 42 l+ae 45
ou: ou 10 ou+ng 10 y+ou 10 u 12 ng+s 14 o+o 16 ng+g 17 eo 21 ng+ch 21 ng+j 21 a 25 a+u 26 a+o 27 o+ng 28 o 29 w 29 a+w 32 y+u 35 l+i 36 n+y 36 u+y 37 y+o 39 e+y 40 h+u 40 k+y 40 ng+b 40 ng+sh 40 ng+x 40 o+y 40 r+o 40 a+ou 41 u+n 41 a+f 51
`,
  'd<': `
_: _ 0 _+r 35 a+_ 35 n+_ 44 _+b 45 _+p 45 _+sh 45 j+_ 45
a: a 0 - 20 e 25 ch+a 37 m+a 41 r+a 41 a+ch 42 a+r 42 a+s 42 a+sh 42 a+y 42 e+n 42 h+a 42 p+a 42 r+dh 42 e+k 46 y+a 46 a+i 49
b: b 2 v 10 a+b 19 - 23 b+a 29 r+e 29 b+r 30 b+u 43
c: k 3 e+k 16 j 16 a+k 18 k+y 18 - 19 c 19 s 21 s+v 21 ch 22 ts 23 j+y 24 dzh 29 k+e 32 a+i 37 i+k 37 j+i 40 k+a 40 k+u 41 q+i 41 s+u 41 v+a 42 ae+k 43 g+a 43 t+ts 43 c+i 45 eu+k 45 u+k 45 i+q 46 i+zh 47 ts+ts 47 ae+kh 48 j+w 48 tz+e 49 o+w 50 ch+l 51 dz+e 51 g+y 51 j+o 51 w+a 51 i+z 52
d: d 0 d+a 19 - 24 a+d 32 d+dh 32 n 32 r 32 d+e 41
e: e 2 a 13 - 14 i 19 y+a 26 a+i 29 e+i 46
f: f 3 ph 7 p 17 f+e 25 f+u 30 e+i 35 f+a 35 f+f 37 u+f 37 m+u 41 ou+f 42 h+u 43 i+a 43 p+o 45 m+e 46 v+u 50 l+f 51
g: g 0 j 21 g+a 24 k 27 g+e 36 j+i 39 u+g 46 g+i 49 k+u 49 n+i 50 i+ng 51
h: h 1 - 10 b+a 28 g+a 28 kh 32 a+h 43 h+a 45 h+u 45 x+i 47 h+e 48 o+ng 48 u+o 48 h+y 50 j+u 50 zh+i 50 ae+h 51 i+h 51 i+ng 51 i+x 51 u+h 51
i: i 0 - 24 i+y 25 y 29 a+y 31 y+a 31 i+n 36 j+y 40 sh+y 51
j: j 1 y 17 - 21 y+j 30 zh 30 i 31 dzh 32 j+a 33 j+e 34 j+i 38 i+j 45 i+y 46 z+sh 47 n+j 48 q+i 48 y+i 48 y+w 48 y+ch 49 h+o 50 ae+j 51 o+ng 51 o+o 51 y+e 51 zh+u 51
k: k 0 a+j 29 a+k 30 q 30 a+l 31 a+m 31 k+u 31 k+a 32 k+e 44 k+k 44 i+j 46 j+i 50 i+k 52
l: l 0 - 18 l+a 27 i+l 35 e+r 45 l+l 46 r+u 51
m: m 0 a+m 29 n 29 m+m 33 i+m 36 u+m 47 m+u 49 m+a 52
n: n 0 - 22 n+a 26 i+n 29 ng 29 a+n 32 n+d 33 n+y 33 d+a 35 u+n 35
o: o 1 a 12 u 18 - 21 y+o 31 o+h 33 a+h 34 u+o 43 a+o 45 o+ng 48 u+e 51
p: p 0 m+g 29 sh+y 29 p+p 43 p+u 43 p+i 47
q: g 5 k 10 q 11 g+a 16 i+g 16 j 18 - 20 g+e 25 k+v 25 h 27 gh 29 ng 30 i+k 33 k+u 33 sh+e 33 b+i 34 m+i 34 i+gh 35 i+j 38
r: r 0 k+r 33 a+m 37 o+j 37 r+a 41 e+l 52
s: s 2 sh 12 - 13 s+a 20 a 23 a+s 25 a+sh 28 s+y 30 p+r 32 y+a 32 sh+a 33 i+sh 34 s+i 37 s+u 49
t: t 0 t+a 18 - 20 th 27 t+e 43 t+t 45 n+t 48 i+d 51
u: u 1 - 19 o 21 a 22 y+u 27 v+a 29 k+u 30 v 31 i 32 m+sh 32 u+n 33 y+a 33 a+n 36 o+v 37
v: v 3 b 10 v+h 14 - 16 bh 19 e+ph 25 ph 25 v+a 27 w 30 f+u 40 w+e 41 b+eu 52
w: v 1 - 15 b 17 w 19 u 21 o 25 a+v 27 w+e 33 h+u 37 w+o 38 y+u 38 u+o 39 h+w 41 i+w 41 l+a 44 v+w 44 u+v 46 g+w 47 a+o 49 f+u 49 m+i 49 w+a 49 ae+w 51 g+y 51 j+w 51 k+w 51 u+b 51 u+ng 51
x: k+sh 5 k+s 10 kh 12 x 16 - 19 h 19 sh 19 e 24 ch+e 28 e+s 28 g+z 28 i+k 28 k+e 28 q 28 k 30 ch 31 s 32 s+y 32 e+x 35 o+k 40
y: y 2 i 11 - 19 j 24 u 27 e 28 i+y 30 a+y 34 y+u 41 y+o 44 y+ou 45 a+i 46 l+i 46 x+u 46 y+i 46 i+ng 47 g+y 48 j+i 48 p+y 49 r+y 49 j+ae 51 u+i 52
z: z 3 jh 12 s 15 j 19 ts 19 - 23 zh 23 sh 27 z+i 27 ch 29 q 29 j+eu 33 s+i 35 a+n 36 i+j 36 z+z 36 i+z 37 a+q 38 a+s 38 p+u 38 s+u 38 y+i 38 i+th 39 zh+a 39 c+i 40 j+e 41 i+zh 45 z+a 46 t+ts 47 z+u 47
dzh: dzh 0
sch: sh 4 s+k 12 sh+i 17 j 18 s 18 x+i 19 zh 20 sh+u 23 a+sh 25 dzh 25 i+s 25 s+i 25 sh+a 25 sh+w 25 zh+ae 28 x+u 29 i+sh 40 z+sh 40 s+u 46
tch: ch 3 tch 9 q+i 20 ch+i 21 ts 21 ts+h 21 a+ch 24 ts+k 25 tch+u 31
sh: sh 1 s 13 m+a 28 s+e 28 e+sh 30 x+i 39 s+y 42 sh+u 47 ch+i 50 o+n 50 u+x 50 x+u 50 y+i 52
ch: ch 1 a+m 17 k 21 c 23 a+ch 24 c+ch 24 k+sh 24 sh 27 kh 31 zh+e 38 ae+ch 39 q+i 40 zh+a 40 zh+i 40 c+a 41 x+i 41 i+ch 44 ts+h 44 k+e 45 a+o 46 g+u 46 h+a 46 i+n 46 o+ch 46 q+u 46 u+ch 46 m+ou 47 u+i 47 h+e 49 sh+i 49 a+h 50 a+ng 50 i+a 50 n+a 50 o+ng 50 s+y 50 u+ng 50 y+a 50 zh+o 50 ch+e 51 j+u 51 kh+ae 51 e+i 52 h+u 52 i+ng 52 k+k 52
kh: kh 0 h 25 k 25 h+e 33 kh+e 38 q+i 38 h+u 40
th: th 2 t 11 th+a 16 - 23 d 25 s 29 i 32 t+t 37 s+i 38 i+s 39 t+a 40 a+h 41 d+a 41 s+eo 43 t+kh 43 t+u 43 u+s 44 t+eu 45 t+o 47
dh: dh 1 d 20 d+d 24 l+a 24 r+dh 24 d+kh 34 m+a 40 t+t 40
gh: gh 3 g 11 - 13 gh+a 16 kh 23 k 24 g+i 29 j+i 29 o 29 y 29 a+y 30 f 30
zh: zh 0
ts: ts 3 t 13 - 15 ch 18 k 18 c+i 22 t+e 25 z 26 t+t 28 c 29 c+u 30 r+ch 30 z+i 30 s 31 c+a 32 ch+l 35 z+e 35 q+i 51
tz: ts 4 tz 7 i+ch 19 sh+e 19 t+ts 19 z+i 19 - 24 a+tz 51 tz+a 51 tz+i 51 y+tz 51
dz: j 4 dz 11 dzh 13 z 20 j+i 22 zh 23 ch 24 z+sh 25 tz 26 a+z 28 i 28 j+w 28 n+f 28 sh 28 g 31 y 31 zh+ae 31 dz+sh 32
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 2 n+ng 12 n 19 ng+g 19 o+ng 30 a+ng 32 h+o 34 h+u 34 ng+u 35 j+i 36 ng+k 36 n+j 37 i+ng 38 e+ng 39 m+i 39 o+o 39 zh+u 39 a+n 40 q+i 40 s+u 40 sh+i 40 u+ng 40 s+i 41 u+a 41 y+ou 41 i+k 42 j+u 42 o+k 42 u+n 42 y+u 42 zh+e 42 g+u 43 i+l 43 n+dzh 43 u+o 43 x+i 43 y+i 43 h+ae 44 i+n 44 j+o 44 l+i 44 n+x 44 ng+y 44 j+ae 45 k+u 45 l+u 45 ng+e 45 ng+h 45 t+ae 45 y+o 45 n+i 46 ch+u 48 f+e 48 i+a 48 ng+z 48 u+k 48 x+u 48 b+o 49 d+ou 49 g+y 49 i+e 49 n+z 49 n+zh 49 ng+ae 49 ng+o 49 r+i 49 u+l 49 w+a 49 w+o 49 y+a 49 y+e 49 a+i 50 r+o 50 w+u 50 ng+j 52 ng+s 52
ph: ph 4 f 8 p 15 - 19 i+v 19 f+e 25 i+b 27 i+f 29 y+v 29 b+eu 31 f+u 31 p+y 32 w 32 i+w 34 p+eu 37
bh: bh 0 v 19 bh+i 27 b 31 f 31 w 31 b+u 35 m+bh 49
jh: jh 1 j+eo 20 a+jh 52 i+jh 52 jh+a 52 jh+i 52 jh+u 52 l+jh 52 o+jh 52
ck: k 3 ck 9 k+k 14 - 21 k+e 21 ts+k 25 a+i 27 c+i 28 j 29 i+k 31 n 31 ng 31 s+k 31 a+kh 32 o+j 37
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 5 sh 10 sh+m 17 r+u 18 ch+a 19 a+ch 22 s+e 22 s+y 22 - 23 ch 28 sh+a 35
eo: eo 3 o 14 a 20 a+o 20 e 20 o+ng 20 - 21 u 23 i+a 24 i+o 25 ng+s 26 q+i 26 y+u 26 e+ng 27 i+ch 27 y+o 27 i+w 29 n+s 29 o+kh 29 y+w 29 zh+e 29 i 30 ng+l 30 ng+sh 30 e+n 31 m+g 31 ng+d 31 o+ch 32 u+ng 32 e+d 33 s+o 33 u+a 33 u+kh 35 ch+o 40 dz+e 41 o+m 43 ch+a 45 a+i 48 dz+o 51
eu: eu 9 - 13 a 14 a+u 14 u 19 i+a 20 e 21 e+ng 21 w 21 y+i 22 a+ng 23 o+e 23 y+w 24 ae+j 25 d+ou 25 e+n 25 g+u 25 h+u 25 i+n 25 j+a 25 j+i 25 n+s 25 n+sh 25 ng+r 25 ng+y 25 u+n 25 u+ng 25 x+i 25 m+a 26 ng+x 26 u+a 26 i 27 e+v 28 r+u 28 y 29 i+l 33 i+f 37 ng+j 52
ae: ae 3 e 13 - 19 t+ae 21 a 23 a+i 23 ae+i 23 b+ae 23 y+o 23 r+ae 25 a+y 26 i 27 i+f 27 e+y 28 a+u 29 ae+h 29 ae+u 29 ch+u 29 d+ae 29 e+i 29 e+ng 29 j+ae 29 s+o 29 s+u 29 u+i 29 w+a 29 y+a 29 e+n 30 y+e 31 ae+o 32 e+l 35 o+k 35 l+ae 38 i+l 42 e+e 52
ou: a+u 7 u 8 ou 11 a 13 ou+ng 20 a+o 22 o+ng 22 o 24 w 24 y+ou 24 a+w 27 o+o 29 y+u 29 i 30 n+y 30 l+i 31 ng+g 31 u+y 32 e+y 34 h+u 34 k+y 34 ng+b 34 ng+s 34 ng+sh 34 ng+x 34 o+y 34 r+o 34 y+o 34 a+ou 36 u+n 36 a+f 45 i+u 49 ng+m 50 ng+ch 51
`,
  'c<': `
_: _ 1 n+_ 22 ng+_ 24 i+_ 25 _+y 26 _+j 27 _+h 30 _+zh 30 o+_ 30 _+d 32 _+g 33 _+sh 33 e+_ 33 _+k 34 u+_ 34 _+m 35 _+x 35 _+r 37 _+b 39 _+l 39 _+q 39 _+t 39 _+s 40 _+n 41 k+_ 41 _+w 43 _+z 43 a+_ 43 _+ch 45
a: a 3 a+ng 15 - 17 a+n 20 e 21 i 23 l+i 25 w+e 26 i+y 27 x+i 28 j+a 29 o+ng 29 y+a 29 h 30 i+a 30 l+a 30 n+y 30 ng+n 30 u 30 h+o 31 h+u 31 n+a 31 ae 32 h+a 32 sh+a 32 x+u 32 i+g 33 i+k 33 i+q 33 n+i 33 n+l 33 n+q 33 n+s 33 o+sh 33 o+zh 33 u+l 33 u+sh 33 i+e 34 m+a 34 r+e 34 i+l 35 l+o 35 o+l 35 i+j 36 sh+e 52
b: b 1 - 20 p 20 a+b 21 p+i 21 y+i 21 v 32 b+u 35 b+a 37 b+o 42 p+u 45 b+i 46 u+ng 48 y+u 48 b+r 51 p+a 51 h+y 52 i+l 52 i+n 52 o+ng 52 ou+p 52 r+e 52
c: k 5 - 8 p 14 ch 18 s 18 ts 19 j 21 dzh 25 a+k 26 c 27 e 28 k+e 29 a 30 a+i 33 i+k 33 h+a 35 e+k 36 j+i 36 k+a 36 k+u 37 q+i 37 s+u 37 ae+k 39 g+a 39 t+ts 39 u+k 41 c+i 42 eu+k 42 i+q 42 i+zh 43 ts+ts 43 ae+kh 44 j+w 45 s+v 45 tz+e 45 o+w 46 ch+l 47 g+y 47 w+a 47 dz+e 48 i+z 48 j+o 48 kh+ae 49 d+k 50 j+eo 51 k+y 51
d: d 3 - 12 a+d 18 x+i 19 d+e 20 i+d 21 o 22 d+a 23 d+ae 23 d+o 23 e+d 23 h+ou 23 n 26 d+d 44 z+i 49 i+ng 52
e: e 7 - 8 i 9 a 19 j+i 19 e+i 22 a+n 24 x+i 24 i+m 26 i+n 26 i+ng 26 q+u 26 n+y 27 ch+e 28 e+ng 28 i+zh 28 n+j 28 n+m 28 ng+w 28 ou+l 28 q+i 28 y+i 29 z+e 29 zh+i 29 n+l 30 y+a 30 i+l 31 e+n 35 a+i 43 ng+ch 44 u+i 47 l+i 49 e+h 50
f: f 3 f+e 10 u+f 15 p 19 ou+f 20 h+u 21 i+a 21 m+e 21 f+u 31 ph 32 f+a 35 e+i 37 f+f 39 m+u 42 p+o 46 v+u 52
g: g 4 k 13 y 16 - 17 j 17 a+g 19 j+i 19 d+e 21 i+ng 21 g+a 22 dzh 28 gh 28 g+e 29 zh 31 u+g 39 g+u 40 k+u 40 g+i 42 n+i 42 a+j 45 dz+sh 45 i+j 46 i+a 47 k+a 47 m+e 47 o+ng 47 a+zh 48 i+e 48 j+ae 48 j+w 48 k+e 48 k+i 48 tz+h 48 k+s 49 u+j 49 tz+i 50 i+gh 52
h: - 7 h 7 u+o 18 h+u 20 zh+i 21 x+i 22 x 23 i+ng 24 e+n 25 i+h 25 o+ng 25 q+i 26 z+o 27 b+i 28 a+m 29 ae+h 29 d+e 29 i+a 29 i+e 29 i+w 29 j+i 29 m+u 29 n+j 29 s+u 29 u+h 29 u+i 29 y+u 29 zh+e 29 sh+a 30 u+a 30 y+i 30 j+u 31 ng+q 31 u+n 31 w+a 31 y+o 31 kh 32 e+i 33 i+n 33 f+e 34 n+a 35 n+q 35 i+x 36 w+u 38 a+h 44 h+a 44 h+e 46
i: i 4 - 15 x+i 19 e 20 y+i 20 a+n 21 j+i 23 l+i 23 i+n 24 a 25 i+a 25 d+i 26 u+n 26 i+ng 27 ch+e 28 i+y 28 l 28 m+i 28 zh+a 28 i+m 29 j+u 29 q+i 29 y 29 n+c 30 s+i 30 u+o 30 u+zh 30 m+e 31 a+q 32 g+u 32 i+h 32 ng+x 32 p+i 32 r+o 32 sh+i 32 u+x 32 y+o 32 a+j 33 b+i 33 n+e 33 ou+f 33 a+i 34 l+u 34 n+i 34 n+s 34 o+ng 34 e+i 35 h+u 36 u+b 38 d+a 42 y+a 47 a+y 48 a+o 49 zh+i 49
j: zh 8 j 9 j+i 13 - 16 y 16 z 20 zh+u 20 x+i 22 a+n 24 h+a 24 h+o 24 i 24 j+ae 24 q+i 24 q+u 24 sh+e 24 y+e 24 i+n 25 i+ng 26 r+y 26 zh+e 26 ch 27 dzh 28 y+i 33 n+j 37 i+j 41 i+y 43 z+sh 44 y+w 45 y+ch 46 z+u 46 ae+j 48 o+ng 48 o+o 48 i+w 50 j+o 51 l+i 51 dz+sh 52 s+u 52 y+a 52 y+h 52
k: k 6 - 11 g 13 j+i 14 q+i 17 j 19 u+i 21 q 22 a+n 23 a+o 23 o+k 23 zh+u 23 r+k 24 zh+i 24 i 26 d+e 27 l+i 27 u+a 27 z+i 27 g+u 32 n 32 k+e 40 k+k 41 i+j 43 i+a 47 i+k 49 a+k 51 k+u 51 y+o 52
l: l 3 l+i 13 - 14 i+l 18 i+a 22 l+h 24 x+i 25 i+n 26 m+a 26 o+ng 26 r+u 26 w+e 26 a+n 28 e 28 e+l 28 l+a 28 u+i 28 u+o 28 p+e 29 y+a 29 u 30 n+i 31 r 32 b+i 33 e+r 40 l+l 41 i+u 42 h+o 44 l+e 48
m: m 4 n 10 ng 18 - 20 e+i 21 i+m 22 h+u 24 m+i 25 u+o 25 a+m 26 b+a 26 j+i 27 b+e 28 e+m 28 h 28 i+ng 28 i+u 28 r+u 28 s+o 28 m+a 29 m+e 29 ou+q 29 i+a 30 j 30 u+d 30 w+e 42 m+u 44 n+f 47
n: n 3 a+n 16 ng 17 - 21 e+n 22 j+i 25 u+n 25 i+k 26 i+n 26 x+i 26 h+u 27 w+e 27 y+o 27 l 28 o+ng 29 r+e 29 s+u 29 u+a 29 y+u 29 a+i 30 zh+u 31 n+i 32 a+o 33 e+i 33 i+a 33 i+e 33 i+u 33 j+ae 33 n+k 33 t+ae 33 u+i 33 y+i 33 sh+e 34 q+i 35 n+sh 36 sh+i 37 s+i 39 n+u 43 n+j 46
o: o 9 - 10 u 10 o+ng 17 a 18 a+o 20 u+n 22 u+o 22 h+u 23 a+ng 24 e 24 n+s 24 x+i 24 a+n 26 h+a 26 i 26 y+o 26 zh+e 27 ng+x 28 ou 29 y+u 29 n+y 30 w+a 30 x+u 30 a+k 31 b+i 31 o+l 31 w+u 31 e+ng 32 e+r 32 l+u 32 n+zh 32 w+e 32 a+r 33 ae+d 33 b+e 33 j+i 33 m+ch 33 n+c 33 n+h 33 n+m 33 ng+d 33 ng+e 33 ng+j 33 ng+s 33 ng+y 33 ng+zh 33 o+h 33 ou+y 33 q+i 33 u+s 33 u+y 33 z+a 33 e+h 34 i+ch 34 n+r 34 q+u 34 i+n 35 n+l 35 ng+h 35 c+a 37 f+e 38
p: p 3 b 10 f 18 i+p 18 a+o 20 f+a 20 i+ng 20 f+u 22 j+i 22 p+u 34 p+p 35 p+i 39 a+n 47 i+l 47 m+g 47 o+ng 47 sh+y 47 u+m 49 u+n 49
q: g 8 k 8 q 9 - 12 g+a 21 g+e 23 i+g 23 j 23 k+v 23 h 25 gh 28 ng 28 i+k 31 sh+e 31 b+i 32 k+u 32 i+gh 33 m+i 33 i+j 37
r: r 6 - 7 l 10 e+r 20 a+m 22 h+u 22 o 22 e+ng 24 o+l 25 l+u 26 e+l 37 u+l 42 i+l 44 i+r 44 r+u 45 r+a 47 r+eu 50 l+i 51 u+ng 52
s: s 8 - 12 sh 13 ch 15 x 15 x+i 15 s+i 18 j+i 22 d+a 23 i 24 i+ch 24 o+ng 24 i+sh 25 sh+e 26 i+a 27 l+a 27 y+u 27 ae+s 28 b+a 28 i+s 28 n+ch 28 s+e 28 sh+ou 28 u+s 28 w+e 28 y+o 28 b 29 c 29 s+s 33 s+u 42 a+s 43 s+a 44 c+a 45 zh+i 46 ch+e 47 ch+u 52 sh+i 52
t: t 4 d 12 - 13 t+i 17 i+a 19 d+a 21 t+a 22 u+t 22 ae+h 23 ae+k 23 d+ou 23 i+ng 23 o+ng 23 i+t 25 t+e 35 zh+a 36 t+t 37 i+d 42 d+e 46 t+u 51 ts+y 51 n+d 52
u: u 8 - 10 o 14 e 17 a 18 e+ng 21 o+ng 21 ch+u 23 q+u 23 h+u 24 i+ng 24 o+zh 24 zh+u 24 i 25 g+u 26 x+i 26 y+u 26 zh+e 26 n+r 27 l+e 29 b+o 30 i+q 30 i+x 30 l+u 30 n+h 30 n+sh 30 ng+g 30 ng+s 30 o+n 30 r+e 30 r+u 30 t+i 30 u+n 30 u+y 30 zh+ou 30 a+n 31 n+y 31 a+f 32 g+e 32 i+f 32 n+f 32 n+l 32 r+i 32 w+e 32 sh+e 33 t+u 33 u+q 35 j+u 37 o+e 38 ou+x 47 o+o 48 j+i 50 a+o 51 f+u 52 y+ou 52
v: v 6 w 9 w+e 13 - 16 m+e 16 r+o 18 e+i 19 u 19 k+e 20 b 25 f 27 f+u 34 h+u 37 v+h 40 b+eu 45 y+w 46 v+w 48 i+f 49 y+v 49 b+l 51 e+w 51
w: w 8 u 9 w+e 12 u+o 15 - 17 v 18 w+o 19 h+u 21 h+w 21 m+i 22 zh+i 22 i+w 24 k+w 25 i 27 o 27 ou 32 a+o 33 y+u 37 w+a 39 l+a 44 v+w 44 u+v 45 g+w 46 f+u 48 a+v 49 ae+w 50 g+y 50 j+w 50 u+b 50 u+ng 50
x: k+s 7 kh 9 x 13 k+sh 14 - 16 h 16 sh 17 e 21 ch+e 25 e+s 25 g+z 25 i+k 25 k+e 25 q 25 k 27 ch 28 s 29 s+y 29 e+x 32 o+k 37
y: y 6 i 15 r 16 i+ng 17 y+o 17 - 18 l+i 18 x+u 18 j+i 20 y+i 21 y+u 22 h+a 24 h+y 24 sh+i 24 zh+i 24 zh+u 24 x+i 25 a+n 26 a+y 27 q+i 27 h+e 28 j+ae 28 r+y 28 u+i 28 w+a 28 k+y 29 l+a 29 n+p 30 y+a 37 i+y 39 a+i 46 y+ou 46 g+y 48 p+y 49 e+y 52
z: z 4 sh 9 zh 12 - 18 x 18 i+z 19 s 19 ts 23 j 24 z+i 31 j+eu 38 i+j 40 s+i 40 a+n 41 z+z 41 a+q 43 a+s 43 i+th 43 p+u 43 s+u 43 y+i 43 zh+a 43 c+i 45 j+e 46 i+zh 49 z+a 51 t+ts 52 z+u 52
dzh: dzh 0
sch: sh 4 s+k 12 sh+i 17 j 18 s 18 x+i 19 zh 20 sh+u 23 a+sh 25 dzh 25 i+s 25 s+i 25 sh+a 25 sh+w 25 zh+ae 28 x+u 29 i+sh 40 z+sh 40 s+u 46
tch: ch 3 tch 8 q+i 19 ch+i 20 ts 20 ts+h 20 a+ch 23 ts+k 24 tch+u 30
sh: sh 3 x 14 sh+u 15 s 16 - 17 ch 19 y+i 19 x+i 28 s+y 32 shch 32 ch+e 39 ch+i 40 m+a 40 o+n 40 u+x 40 x+u 40 s+e 41 e+sh 42 sh+i 45
ch: ch 7 zh 12 c 16 zh+e 17 zh+i 18 c+a 19 zh+a 19 j 20 k 22 h+a 23 q+i 23 a+o 24 g+u 24 m+ou 24 q+u 24 sh 25 ch+e 26 q 26 a+ng 27 ae+ch 27 c+u 27 i+a 27 i+ch 27 i+n 27 n+a 27 u+i 27 y+a 27 j+u 28 i+ng 29 w+e 30 y+i 40 ch+u 41 e+i 41 x+i 45 a+m 46 zh+o 46 k+e 47 ts+h 47 j+i 48 o+ch 49 u+ch 49 h+e 52 sh+i 52
kh: kh 1 q+i 14 h 18 k 18 h+e 26 kh+e 31 q 32 h+u 33
th: t 5 d 12 t+a 12 th 12 - 14 d+a 18 s+i 19 s 23 th+a 30 t+t 31 i+s 32 a+h 35 s+eo 37 t+kh 37 t+u 37 u+s 38 t+eu 39 t+o 41 t+y 47 a+i 48
dh: dh 2 d 9 d+d 23 d+kh 23 t 25 l+a 27 r+dh 27 m+a 29 t+t 29
gh: gh 6 g 8 - 10 kh 12 k 21 g+i 26 gh+a 26 j+i 26 o 26 y 26 a+y 27 f 27 j 31
zh: zh 0
ts: ts 4 z 12 ch 14 c+u 15 z+e 16 - 17 t 19 c+i 23 t+e 27 c 30 t+t 30 r+ch 31 z+i 31 s 32 c+a 33 ch+l 37 ch+e 38 q+i 52
tz: ts 5 tz 7 sh+e 12 i+ch 19 t+ts 19 z+i 19 sh 32 a+tz 51 y+tz 51 tz+a 52 tz+i 52
dz: j 5 dz 9 dzh 12 j+i 15 z 18 zh 22 ch 23 z+sh 24 tz 25 a+z 26 i 26 n+f 26 j+w 27 sh 27 g 29 y 29 zh+ae 29 dz+sh 30
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 4 a+ng 16 o+ng 16 h+o 22 h+u 22 j+i 22 e+ng 23 i+ng 23 n 23 zh+u 23 q+i 24 sh+i 24 a+n 25 u+a 25 y+i 25 u+o 26 x+i 26 y+u 26 zh+e 26 i+n 28 l+i 28 m+i 28 n+x 28 y+ou 28 k+u 29 l+u 29 o+k 29 u+n 29 ng+u 30 x+u 30 h+ae 31 f+e 32 i+k 32 s+i 32 s+u 32 a+i 33 d+ou 33 h+e 33 i+a 33 j+ae 33 ng+z 33 r+o 33 t+ae 33 w+u 33 y+a 33 y+e 33 n+i 43 ng+k 45 n+j 46 ng+g 46 n+ng 47 o+o 48 u+ng 49 j+u 51 g+u 52 i+l 52 n+dzh 52 ng+y 52
ph: f 5 p 8 ph 11 - 16 i+v 16 f+e 22 i+b 25 y+v 26 i+f 27 b+eu 28 f+u 29 p+y 29 w 29 v 31 i+w 32 p+eu 35 b+a 51
bh: bh 2 v 10 b 23 f 23 w 23 b+u 27 h 27 bh+i 28 m+bh 42 e+v 50
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: k 5 - 10 ck 10 k+k 13 k+e 20 ts+k 24 a+i 26 c+i 27 j 28 i+k 30 n 30 ng 30 s+k 30 a+kh 31 o+j 36
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 6 sh 11 r+u 12 sh+m 17 ch+a 19 a+ch 22 s+e 22 s+y 22 - 23 ch 28 sh+a 35
eo: eo 11 a 14 a+o 15 o+ng 15 e 16 i+a 16 o 16 e+ng 17 q+i 17 y+u 17 i+ch 18 - 20 zh+e 20 e+n 21 ng+l 21 ng+s 21 ng+sh 21 o+ch 23 u 29 o+kh 32 i+o 33 y+o 34 i+w 36 y+w 36 n+s 37 ng+d 38 m+g 39 s+o 39 u+ng 39 u+a 40 e+d 41 u+kh 43 ch+o 47 dz+e 49 o+m 51 ch+a 52
eu: a 12 e+ng 13 i+a 14 - 16 y+i 16 a+ng 17 e+n 19 eu 19 i+n 19 j+a 19 j+i 19 n+sh 19 ng+r 19 x+i 19 m+a 20 u+a 20 ng+x 23 u 24 i+l 25 e 26 w 26 o+e 28 y+w 29 a+u 30 ae+j 30 d+ou 30 g+u 30 h+u 30 n+s 30 ng+y 30 u+n 30 u+ng 30 i 31 e+v 33 r+u 33 i+f 42 ng+j 50
ae: ae 7 e 15 i+f 17 a+i 18 ae+i 18 t+ae 18 y+o 18 ch+u 19 e+n 19 e+ng 19 o+k 19 s+o 19 u+i 19 w+a 19 - 20 i 21 a 28 b+ae 28 a+y 31 r+ae 31 e+y 33 j+ae 34 a+u 35 ae+h 35 ae+u 35 d+ae 35 e+i 35 s+u 35 y+a 35 y+e 36 ae+o 37 e+l 40 l+ae 43 i+l 47
ou: o+ng 10 u 10 n+y 17 ou 17 a 18 i 18 o 18 - 19 a+o 20 e+y 21 h+u 21 k+y 21 l+i 21 ng+b 21 ng+g 21 ng+sh 21 ng+x 21 r+o 21 y+o 21 o+y 22 u+n 22 a+u 26 ou+ng 26 w 30 y+ou 30 a+w 33 o+o 35 y+u 35 u+y 38 ng+s 40 a+ou 42 ng+m 47 a+f 51
`,
  'o<': `
_: _ 0 n+_ 35 i+_ 36 _+j 37 ng+_ 38 _+y 39 _+h 40 o+_ 41 _+g 42 u+_ 42 _+d 44 e+_ 44 _+zh 45 a+_ 45 _+s 46 _+r 47 _+sh 47 k+_ 47 _+i 48 _+m 48 _+t 49 _+u 49 _+b 50 _+k 50 _+x 50 _+ch 51 l+_ 51 _+n 52 _+w 52
a: a 1 - 15 e 21 o 29 ae 30 y+a 30 i 32 a+ng 34 e+y 35 a+n 36 e+i 38 a+i 42 m+a 42 n+a 44 i+y 45 h+a 46 i+a 46 a+r 47 ch+a 47 j+a 47 l+i 47 a+k 48 k+a 48 x+i 48 a+m 49 a+t 49 e+h 49 i+k 49 l+a 49 sh+a 49 a+s 50 n+y 50 ng+h 50 o+ng 50 a+h 51 a+l 51 e+n 51 w+e 51 h+o 52
b: b 1 - 24 p 24 v 24 b+u 27 b+a 29 a+b 32 b+o 37 p+i 37 p+u 38 b+i 39 u+ng 40 y+i 40 y+u 40 b+r 43 h+y 44 i+l 44 i+n 44 o+ng 44 ou+p 44 p+a 44 r+e 44 i+e 46 p+p 46 ae+b 47 i+b 49 m+p 49 t+ae 50 b+y 51 o+b 51
c: k 3 ch 16 s 16 ts 17 - 19 j 19 dzh 23 a+k 24 c 27 k+e 27 a 28 a+i 31 i+k 31 e+k 34 j+i 34 k+a 34 k+u 35 q+i 35 s+u 35 ae+k 37 g+a 37 t+ts 37 eu+k 39 u+k 39 c+i 40 i+q 40 i+zh 41 ts+ts 41 ae+kh 42 j+w 42 s+v 43 tz+e 43 o+w 44 ch+l 45 dz+e 45 g+y 45 j+o 45 w+a 45 i+z 46 kh+ae 47 d+k 48 j+eo 49 k+y 49 e+x 52 s+ou 52 s+w 52
d: d 1 - 17 d+e 22 t 28 d+a 29 dh 31 d+d 34 i+d 35 a+d 36 z+i 39 d+o 40 x+i 41 d+ae 42 i+ng 42 d+i 43 ng+ch 44 u+d 45 d+dh 46 e+d 46 h+ou 46 l+d 46 o+o 46 t+t 46 y+o 46 z+u 46 h+u 47 m+o 48 d+eu 49 d+u 50 t+i 50
e: e 3 - 9 a 15 i 17 e+i 27 a+i 28 e+h 35 y+a 36 j+i 41 k+a 41 a+h 43 y+i 44 a+n 45 i+n 45 i+h 46 n+m 47 o+y 47 q+i 47 x+i 47 e+l 48 i+i 48 i+m 48 i+ng 48 u+i 48 u+o 48 y+e 48 a+d 49 a+y 49 n+l 49 i+e 50 i+y 50 n+j 50 y+u 50 ch+e 51 e+ng 51 g+i 51 i+zh 51 n+y 51 o+ng 51 q+u 51 s+u 51 u+n 51 y+y 51 zh+i 51 i+l 52 o+e 52
f: f 1 p 13 - 21 f+e 21 f+u 26 ph 27 u 29 e+i 31 f+a 31 v 31 f+f 33 u+f 33 m+u 37 ou+f 38 h+u 39 i+a 39 p+o 41 m+e 43 l+f 47 v+u 47
g: g 2 j 18 k 20 - 21 dzh 22 gh 22 g+e 23 zh 25 j+i 26 h 27 g+a 31 u+g 33 g+i 36 k+u 36 n+i 37 i+ng 38 a+j 40 dz+sh 40 i+j 40 k+a 41 a+g 42 a+zh 42 i+e 42 j+ae 42 j+w 42 k+e 42 k+i 42 m+e 42 o+ng 42 tz+h 43 u+j 43 d+e 44 k+s 44 tz+i 44 i+gh 46 gh+u 47 i+g 47 u+h 47 g+u 51
h: h 2 - 11 kh 17 g 27 x 27 a+h 28 h+a 30 h+u 30 x+i 32 o+ng 33 u+o 33 h+e 34 j+u 35 ae+h 36 i+h 36 i+ng 36 i+x 36 u+h 36 zh+i 36 g+y 38 j+o 38 i+n 39 m+u 39 u+i 39 e+n 40 h+y 40 kh+y 40 q+i 40 g+a 41 i+e 41 j+i 41 a+m 42 a+y 42 b+i 42 i+a 42 t+ae 42 y+u 42 b+a 43 d+a 43 d+e 43 g+u 43 i+w 43 k+p 43 m+a 43 n+j 43 o+o 43 s+o 43 sh+a 43 y+o 43 z+o 43 zh+e 43 e+h 44 h+s 44 a+n 45 n+a 45 n+q 45 ng+q 45 u+n 45 w+a 45 e+i 46 k+a 47 y+y 48 u+a 49 w+u 51
i: i 1 y 15 - 19 i+y 25 e 27 a+y 29 a 30 j 30 y+i 32 a+i 35 i+n 38 j+i 38 x+i 39 l+i 40 a+n 41 q+i 42 s+i 42 w+a 42 y+a 42 y+y 43 i+h 44 i+ng 45 j+u 45 m+i 45 r+i 45 d+i 46 e+i 46 i+a 46 u+n 47 y+o 47 y+u 47 d+a 48 o+ng 48 zh+i 48 a+h 49 h+u 49 i+e 49 i+m 49 n+c 49 ng+r 49 ng+s 49 u+e 49 z+a 49 zh+a 49 zh+y 49 ch+e 50 g+u 50 i+l 50 u+zh 50 ch+a 51 ch+ae 51 i+j 51 m+e 51 n+i 51 p+i 51 r+o 51 s+u 51 sh+i 51 u+j 51 u+o 51 b+i 52 l+u 52 ng+x 52 u+x 52
j: j 5 y 8 - 14 zh 15 dzh 17 i 20 j+i 23 kh 27 ch 28 g 30 i+j 31 z 31 i+y 32 z+sh 33 n+j 34 q+i 34 y+i 34 y+w 34 h+o 35 y+ch 35 ae+j 37 o+ng 37 o+o 37 y+e 37 zh+u 37 i+w 39 r+y 39 x+i 39 a+n 40 l+i 40 z+u 40 zh+e 40 dz+sh 41 h+a 41 j+o 41 q+u 41 s+u 41 sh+e 41 y+a 41 y+h 41 i+l 42 ch+zh 43 i+ng 44 tz+h 44 y+j 44 ch+w 45 j+ae 45 o+n 45 u+y 45 j+e 47 o+j 47 ae+f 48 y+u 48 g+y 49 i+eo 49 y+y 49 j+a 52
k: k 1 g 25 k+e 27 k+k 27 i+j 29 j 29 q 30 kh 31 j+i 32 i+k 35 q+i 36 k+u 37 o+k 37 r+k 37 u+i 37 g+u 38 y+o 38 a+k 39 j+ae 39 a+l 41 a+n 41 a+o 41 zh+u 41 a+j 43 m+i 43 zh+i 43 k+a 44 kh+u 44 o+ng 44 a+m 45 d+e 45 h+i 45 i+a 45 k+j 45 kh+ae 45 kh+o 45 l+i 45 s+o 45 t+o 45 u+a 45 u+k 45 q+a 46 u+m 46 z+i 46 u+j 47 k+o 48 kh+kh 48 u+ng 48 a+i 49 i+n 50
l: l 1 - 15 r 18 e+r 26 l+l 26 r+u 32 l+e 34 i+l 35 l+i 35 l+a 36 e+l 37 ae+r 41 l+h 41 i+a 43 u+o 44 a+l 45 g+i 45 i+n 46 l+y 46 m+a 47 o+ng 47 u+ck 47 w+e 47 u+i 48 y+i 48 a+n 49 a+z 49 i+u 49 i+y 49 u+ng 49 y+a 49 p+e 50 s+i 50 l+s 51 x+i 51 n+i 52
m: m 0 n 24 m+u 30 i+m 33 m+a 33 a+m 37 m+m 38 e+i 40 u+m 42 a+ng 43 h+u 43 m+i 43 s+u 44 u+o 44 b+a 45 i+a 45 ch+u 46 e+m 46 m+p 46 m+y 46 o+ng 46 b+e 47 i+ng 47 i+u 47 l+m 47 m+s 47 m+z 47 r+u 47 s+o 47 i+z 48 m+h 48 ou+q 48 p+u 48 y+e 48 u+d 49 u+l 49 u+ng 49 m+o 50 n+p 50 m+e 51 w+e 52
n: n 0 - 20 ng 23 a+n 34 i+n 34 e+n 36 n+a 38 u+n 39 n+y 41 o+ng 41 y+o 41 h+u 42 n+i 42 n+k 43 s+u 43 e+ng 44 i+k 44 j+i 44 n+n 44 u+a 44 s+i 45 t+ae 45 u+ng 45 n+d 46 n+j 47 ng+u 47 w+e 47 x+i 47 d+a 48 h+n 48 j+ae 48 l+u 48 r+e 48 a+i 49 eu+n 49 n+o 49 n+zh 50 ae+h 51 e+i 51 i+a 51 i+u 51 n+sh 51 s+e 51 u+k 51 w+o 51 y+i 51 y+u 51 i+z 52 ng+j 52 u+i 52
o: o 2 u 15 - 17 a 18 e 25 u+o 27 w 27 a+o 28 o+ng 31 ou 32 y+o 32 u+e 35 a+ng 37 u+n 37 n+s 38 o+h 38 x+i 39 y+u 39 h+u 40 s+u 41 a+w 42 ng+h 42 ng+j 42 a+n 43 b+o 43 h+a 43 n+h 43 n+j 43 o+e 43 w+u 43 r+o 44 zh+e 44 e+i 45 x+u 45 a+r 46 ae+d 46 e+r 46 ng+x 46 u+h 46 i+n 47 j+i 47 n+y 47 o+l 47 w+a 47 w+e 47 b+i 48 e+ng 48 eo+l 48 l+u 49 o+k 49 q+i 49 u+ng 49 a+i 50 b+e 50 g+u 50 i+ch 50 i+s 50 k+s 50 m+ch 50 n+c 50 n+m 50 n+u 50 n+zh 50 ng+d 50 ng+y 50 ng+zh 50 ou+e 50 ou+y 50 s+e 50 u+j 50 u+s 50 u+y 50 w+o 50 z+a 50 e+h 51 ng+e 51 q+u 51 u+l 51 a+k 52 n+l 52 o+o 52
p: p 1 b 18 - 23 p+p 28 p+u 28 p+i 32 i+p 38 a+n 40 a+o 40 f+a 40 i+l 40 i+ng 40 m+g 40 o+ng 40 sh+y 40 f+u 42 j+i 42 u+m 42 u+n 43 m+u 47 b+o 50 b+u 51
q: g 7 k 8 q 8 - 17 i+g 22 j 22 k+v 22 g+e 23 h 25 g+a 27 gh 27 ng 27 sh+e 30 b+i 31 i+k 31 k+u 31 i+gh 32 m+i 32 i+j 36
r: r 1 - 16 l 23 e+l 28 e+r 30 l+u 32 o 32 u+l 33 i+l 35 i+r 35 r+u 36 r+a 38 l+i 42 r+eu 42 u+ng 43 a+m 46 e+e 46 k+r 46 r+zh 46 s+e 46 y+o 48 o+e 49 o+l 49 o+ng 49 a+l 50 a+r 50 e+i 50 h+u 50 o+r 50 u+n 50 zh+a 50 dh+o 52 e+ng 52 u+d 52 u+k 52 y+h 52
s: s 2 - 10 sh 18 s+i 21 z 21 a+s 28 ch 29 s+a 30 x 30 s+u 31 x+i 35 sh+i 37 ch+u 38 i+s 38 a+sh 39 s+s 39 s+e 41 h+u 42 i+sh 42 o+ng 42 s+o 42 y+u 42 ae+s 44 i+ch 44 j+i 44 e+x 45 p+s 45 u+s 45 i+x 46 d+a 47 i+a 47 j+u 47 s+y 47 y+o 47 z+i 47 e+s 48 j+a 48 l+a 48 l+s 48 o+n 48 p+r 48 sh+e 48 y+a 48 b+a 49 g+y 49 j+l 49 n+ch 49 s+eu 49 sh+a 49 u+z 49 w+e 49 ch+i 50 c+ch 51 i+z 51 l+u 51 u+ng 52
t: t 1 - 15 d 26 t+e 26 t+t 28 t+a 32 i+d 33 i+t 36 u+t 39 d+ou 40 t+i 40 n+d 42 o+ng 42 t+u 42 ts+y 42 i+a 43 i+n 43 t+eu 44 d+e 45 d+t 45 a+d 46 ae+g 46 ae+h 46 ae+k 46 e+n 46 i+ng 46 l+l 46 sch+eo 46 th+e 46 u+ng 46 tz+h 49 i+j 50 d+a 51
u: u 3 - 13 o 15 a 18 y+u 20 e 23 w 23 i 28 ou 28 ch+u 35 e+ng 35 y+ou 35 a+o 36 g+u 37 o+o 37 h+u 38 i+ng 38 o+ng 38 ou+ng 38 q+u 38 zh+u 38 i+u 39 n+r 39 o+zh 39 y+w 39 a+n 40 u+ng 40 d+u 41 f+u 41 ng+s 41 u+y 41 w+i 41 zh+e 41 i+w 42 k+u 42 ng+j 42 o+a 42 t+i 42 u+v 42 v+a 42 v+u 42 x+i 42 j+u 43 l+u 43 u+s 43 l+i 44 ng+h 44 u+o 44 w+a 44 b+o 45 b+u 45 e+n 45 h+y 45 i+j 45 i+q 45 l+e 45 m+sh 45 m+u 45 ng+d 45 o+w 45 ou+n 45 r+e 45 r+u 45 y+o 45 zh+ou 45 i+x 46 n+h 46 n+s 46 n+sh 46 ng+ch 46 ng+g 46 ng+x 46 u+kh 46 a+f 47 g+e 47 i+l 47 j+i 47 n+f 47 n+l 47 n+y 47 o+n 47 ou+x 47 r+i 47 s+u 47 w+u 47 o+e 48 o+v 48 sh+e 48 t+u 48 w+e 48 u+q 50 e+q 51 i+f 51 f+e 52
v: v 1 w 18 - 20 b 21 f 22 f+u 29 w+e 30 u 31 v+h 36 b+eu 41 h+u 42 y+w 42 v+w 43 m+e 44 y+v 44 i+f 45 b+l 46 r+o 46 e+i 47 e+w 47 e+ph 48 i+n 48 k+e 48 u+b 48 b+u 49 g+o 49 m+i 50 v+a 50
w: v 6 w 7 u 14 - 18 w+e 20 ou 21 o 22 b 24 h+u 25 w+o 26 y+u 26 u+o 27 h+w 29 i+w 29 l+a 32 v+w 32 g+w 34 u+v 34 f+u 36 a+o 37 m+i 37 w+a 37 a+v 38 ae+w 38 g+y 38 j+w 38 k+w 38 u+b 38 u+ng 38 o+y 41 e+w 42 i+ng 43 zh+i 43 v+u 45 v+a 49 v+y 50 a+ng 51
x: k+s 7 kh 9 x 13 k+sh 14 - 16 h 16 sh 17 e 21 ch+e 25 e+s 25 g+z 25 i+k 25 k+e 25 q 25 k 27 ch 28 s 29 s+y 29 e+x 32 o+k 37
y: y 4 i 7 - 18 i+y 27 y+u 27 a+y 28 u 28 r 30 y+o 30 y+i 31 y+ou 31 a+i 32 l+i 32 x+u 32 i+ng 33 j+i 33 g+y 34 p+y 35 r+y 35 j+ae 37 u+i 38 e+y 39 h+a 39 o+ng 39 o+o 39 zh+u 39 h+y 40 a+n 41 y+y 41 e+i 42 i+n 42 q+i 42 zh+i 42 a+g 43 h+o 43 i+e 43 n+p 43 n+y 43 ng+h 43 o+g 43 o+h 43 ou+ng 43 s+e 43 s+u 43 w+a 43 w+e 43 x+i 43 k+y 44 o+y 44 w+i 44 l+a 45 a+t 46 sh+i 46 u+e 46 g+i 50 y+e 51
z: z 2 s 13 ts 17 j 18 - 21 zh 21 sh 25 z+i 25 ch 27 q 28 dh 32 dz 32 j+eu 32 i+j 34 s+i 34 a+n 35 z+z 35 i+z 36 a+q 37 a+s 37 i+th 37 p+u 37 s+u 37 y+i 37 zh+a 38 c+i 39 j+e 40 i+zh 43 z+a 45 t+ts 46 z+u 46 s+a 52
dzh: dzh 0
sch: sh 4 s+k 12 sh+i 17 j 18 s 18 x+i 19 zh 20 sh+u 23 a+sh 25 dzh 25 i+s 25 s+i 25 sh+a 25 sh+w 25 zh+ae 28 x+u 29 i+sh 40 z+sh 40 s+u 46
tch: ch 3 tch 8 q+i 19 ch+i 20 ts 20 ts+h 20 a+ch 23 ts+k 24 tch+u 30
sh: sh 1 s 16 x+i 24 ch 25 s+y 27 shch 27 x 29 sh+u 32 ch+i 35 m+a 35 o+n 35 u+x 35 x+u 35 s+e 36 e+sh 37 y+i 37 sh+i 40 i+x 52
ch: ch 2 k 16 sh 17 kh 20 zh 24 j 25 c 26 h 26 s 26 zh+e 28 ae+ch 29 q 29 q+i 29 c+a 30 zh+a 30 zh+i 30 ck 31 x+i 31 a+m 32 i+ch 33 ts+h 33 k+e 34 h+a 35 o+ch 35 u+ch 35 a+o 36 g+u 36 i+n 36 m+ou 36 q+u 36 u+i 36 h+e 38 sh+i 38 a+h 39 a+ng 39 c+ch 39 i+a 39 n+a 39 o+ng 39 s+y 39 u+ng 39 y+a 39 zh+o 39 ch+e 40 kh+ae 40 e+i 41 i+ng 41 j+u 41 k+k 41 k+sh 41 ch+o 42 ch+u 42 h+u 42 j+eo 42 kh+v 42 y+ch 42 c+u 44 n+ch 46 ch+a 47 zh+u 48 h+ae 50 d+o 51 ch+i 52 j+i 52
kh: kh 1 h 17 k 17 h+e 25 kh+e 30 q+i 30 h+u 32
th: t 3 th 9 d 16 - 17 s 19 th+a 27 s+i 28 t+t 28 i+s 29 t+a 31 a+h 32 d+a 32 t+u 33 s+eo 34 t+kh 34 u+s 35 t+eu 36 t+o 38 t+y 44 a+i 45 s+ae 51
dh: dh 2 d 9 d+d 23 d+kh 23 t 25 l+a 27 r+dh 27 m+a 29 t+t 29
gh: gh 6 g 7 - 10 kh 19 k 21 g+i 25 y 25 a+y 26 gh+a 26 j+i 26 o 26 f 27 j 30
zh: zh 0
ts: ts 2 - 15 t 17 ch 18 c+i 21 t+e 25 z 25 c 28 t+t 28 c+u 29 r+ch 29 z+i 29 s 30 c+a 31 ch+l 34 z+e 35 q+i 50
tz: ts 4 tz 7 i+ch 19 sh+e 19 t+ts 19 z+i 19 - 24 a+tz 51 tz+a 51 tz+i 51 y+tz 51
dz: j 5 dz 9 dzh 11 z 18 j+i 20 zh 21 ch 23 z+sh 24 tz 25 a+z 26 i 26 j+w 26 n+f 26 sh 27 g 29 y 29 zh+ae 29 dz+sh 30
dj: dzh 3 dj 11 j 15 d+ch 19 d+y 19 dj+a 51 i+dj 51
ng: ng 3 o+ng 20 n 21 a+ng 22 h+o 23 h+u 23 j+i 25 ng+k 25 ng+u 25 i+ng 27 n+j 27 n+ng 27 ng+g 27 m+i 28 o+o 28 e+ng 29 q+i 29 zh+u 29 a+n 30 s+u 30 sh+i 30 u+ng 30 i+k 31 s+i 31 u+a 31 y+ou 31 y+u 31 i+l 32 j+u 32 o+k 32 u+n 32 u+o 32 zh+e 32 g+u 33 l+i 33 n+dzh 33 n+x 33 x+i 33 y+i 33 h+ae 34 i+n 34 j+ae 34 j+o 34 k+u 34 l+u 34 ng+y 34 t+ae 34 y+o 34 n+i 35 ng+e 35 ng+h 35 u+k 37 x+u 37 b+o 38 ch+u 38 d+ou 38 f+e 38 g+y 38 i+a 38 n+z 38 n+zh 38 ng+o 38 ng+z 38 r+i 38 w+a 38 w+o 38 y+a 38 y+e 38 a+i 39 i+e 39 ng+ae 39 r+o 39 u+l 39 w+u 40 ng+j 41 ng+s 41 s+o 42 n+h 45 ng+w 46 i+j 52 n+k 52
ph: f 5 ph 11 p 12 i+v 15 - 16 f+e 22 i+b 24 i+f 26 y+v 26 b+eu 28 f+u 28 p+y 28 w 28 v 30 i+w 31 p+eu 34 b+a 51
bh: bh 2 v 10 b 23 f 23 w 23 b+u 27 h 27 bh+i 28 m+bh 42 e+v 50
jh: jh 1 j+eo 16 - 21 a+jh 48 i+jh 48 jh+a 48 jh+i 48 jh+u 48 l+jh 48 o+jh 48
ck: k 4 ck 9 k+k 13 k+e 19 - 20 ts+k 23 a+i 25 c+i 26 j 27 i+k 29 n 29 ng 29 s+k 29 a+kh 30 o+j 35 a+k 52
cz: ch 5 ts 15 o+x 16 q 17 q+i 19 - 21 x 28
sz: s 6 sh 11 r+u 17 sh+m 17 ch+a 19 s+e 21 a+ch 22 s+y 22 - 23 ch 27 sh+a 35
eo: eo 4 o 13 a 19 a+o 19 e 19 o+ng 19 - 20 i+a 23 u 23 i+o 24 ng+s 25 y+u 25 e+ng 26 i+ch 26 q+i 26 y+o 26 i+w 28 n+s 28 o+kh 28 y+w 28 zh+e 28 i 29 e+n 30 m+g 30 ng+d 30 ng+l 30 ng+sh 30 u+ng 31 e+d 32 o+ch 32 s+o 32 u+a 32 u+kh 35 ch+o 39 dz+e 40 o+m 42 ch+a 44 a+i 47 dz+o 50
eu: - 12 a 12 eu 12 i+a 18 u 18 e 20 e+ng 20 w 20 y+i 21 a+ng 22 o+e 22 y+w 23 a+u 24 ae+j 24 d+ou 24 e+n 24 g+u 24 h+u 24 i+n 24 j+a 24 j+i 24 n+s 24 n+sh 24 ng+r 24 ng+y 24 u+n 24 u+ng 24 x+i 24 m+a 25 ng+x 25 u+a 25 i 26 r+u 26 e+v 27 y 28 i+l 32 i+f 36 ng+j 50
ae: ae 3 e 13 - 19 t+ae 21 a 23 a+i 23 ae+i 23 b+ae 23 y+o 23 r+ae 25 a+y 26 i 27 i+f 27 e+y 28 a+u 29 ae+h 29 ae+u 29 ch+u 29 d+ae 29 e+i 29 e+ng 29 j+ae 29 s+o 29 s+u 29 u+i 29 w+a 29 y+a 29 e+n 30 y+e 31 ae+o 32 e+l 35 o+k 35 l+ae 38 i+l 42 e+e 52
ou: u 6 ou 9 a 18 a+u 18 ou+ng 18 a+o 20 o+ng 20 o 21 w 21 y+ou 22 - 23 a+w 24 o+o 27 y+u 27 i 28 l+i 28 n+y 28 ng+g 29 u+y 29 e+y 32 eo 32 h+u 32 k+y 32 ng+b 32 ng+s 32 ng+sh 32 ng+x 32 o+y 32 r+o 32 y+o 32 u+n 33 a+ou 34 a+f 43 i+u 46 ng+m 47 ng+ch 49 i+d 51
`,
};
