/**
 * Names that very many people share, given names and surnames of many languages. Such a name identifies a person less, and two of
 * them that look alike (`Mila`, `Milan`) are two names rather than one misspelt. Our own compilation of common knowledge.
 */
const NAMES = `
  muhammad mohammad mohammed mohamed mohamad ahmed ahmad mahmoud ali hassan hasan hussein hussain omar umar ibrahim
  abdullah abdallah yusuf youssef khalid khaled mustafa ismail khan hamid said saeed salem salah amir amin anwar ashraf
  aziz bashir faisal farid fadi fahad habib hadi hakim hamza haroon hashim idris imran iqbal jamal jamil jaber javad
  kamal karim karimi kareem latif majid malik mansour marwan masoud mehdi mohsen mousa nabil nader naeem nasser nawaz nur
  osman qasim rafiq rahim rahman raja rashid rauf raza reza riyadh sabir sadiq sajid salim salman samir shah shahid sharif
  suleiman tahir taher tariq usman walid wahid yasin yasir younis zaki zaman zia mehmet emre murat yilmaz kaya demir
  celik sahin yildiz ozturk aydin arslan dogan hamad hamed hameed hasani hashemi hosseini ahmadi akbari jafari
  mohammadi moradi rahimi rezaei sadeghi fatima aisha amina layla leila mariam maryam zahra zainab yasmin nadia noor
  maria marie mary anna anne ana emma eva ella ela elena elisa elsa emily emilia amelia amalia sofia sophie sara sarah
  julia juliana laura lara clara claire sandra alexandra aleksandra andrea adriana adrian martina marta martha marina
  mario marius marco marcus mark markus martin maja maya mia mila milan mira mirela monica nina nora olga olivia oliver
  paula paulina petra rosa rita ruth silvia sonia tamara tanya tatiana teresa valentina valentin valeria veronika
  victoria vera irina ivana ivan iva ina inna isabel jana jane jan janna joanna johanna karina katarina kristina lea lena
  lina linda lisa lucia luca lucas luka luis luisa louise magdalena natalia nadja natasha ivanka ludmila lyudmila
  svetlana yulia galina
  michelle michel michael mikhail miguel daniel daniela danielle gabriel gabriela gabrielle rafael raphael samuel manuel
  emanuel
  juan jose carlos antonio francisco pedro jorge javier jesus diego alejandro fernando fernanda ricardo roberto alberto
  sergio pablo santiago mateo andres ramon rafaela raul ruben hector hugo ivo felix leon leo noah liam ethan evan eric
  erik henry henrik hans john james william robert david thomas george charles joseph peter paul jack harry jacob joshua
  oscar oskar max alan alex aaron adam ben brian bruno chris christian colin craig dean dennis dominic donald douglas
  dylan edward eugene frank fred gary gavin glen gordon graham grant greg ian jason jeff jeremy jim joe joel jordan
  justin karl carl keith kenneth kevin kurt kyle larry lewis logan matthew nathan neil nicholas nicolas nigel owen
  patrick philip ralph raymond richard roger ronald ross roy russell ryan scott sean simon stephen steven stuart
  terry tim todd tom tony trevor tyler victor vincent walter wayne klaus dieter jens jonas jorg karsten lars
  sven stefan stefano steffen uwe wolfgang luigi lorenzo giovanni giuseppe francesco franco pietro paolo pierre jean
  jacques philippe olivier antoine
  sergey sergei alexander aleksandr aleksandar vladimir dmitry dmitri andrey andrei nikolai nikola alexei aleksei igor
  viktor yuri oleg pavel maksim maxim roman ruslan stanislav vadim vasily vitaly vladislav yevgeny evgeny anton
  anatoly artem boris denis georgi gleb grigory ilya kirill konstantin leonid mihail oleksandr petr petar stepan
  taras timur vlad volodymyr vyacheslav yaroslav mykola bogdan dragan goran zoran dejan darko marko milos nenad stefanovic
  ivanov ivanova petrov petrova smirnov kuznetsov popov popova vasiliev sokolov mikhailov novikov fedorov morozov volkov
  volkova alekseev lebedev semenov egorov pavlov pavlova kozlov stepanov nikolaev orlov andreev makarov nikitin zakharov
  zaitsev borisov sidorov markov romanov frolov kiselev belov komarov antonov tarasov filippov medvedev shevchenko
  kovalenko bondarenko tkachenko kravchenko melnyk boyko kovalchuk lysenko rudenko shevchuk savchenko moroz marchenko
  petrenko pavlenko ivanenko karpenko romanenko
  nowak kowalski wisniewski novak novotny horvat petrovic jovanovic nikolic markovic ivanovic stankovic popovic ilic
  kovacs nagy toth szabo horvath popescu ionescu dimitrov dimitrova georgiev georgieva todorov stoyanov angelov iliev
  nikolov nikolova ilieva marinov kolev petkov
  kim lee park choi chen chan wang zhang liu yang huang zhao zhou nguyen tran pham hoang phan dang bui li lin luo
  xu sun zhu guo lin gao tang deng feng cao peng zeng xiao tian dong pan yuan cai jiang shen jung kang cho yoon jang lim
  han shin seo kwon hwang ahn song hong wong long ng cheng cheung leung lam yeung chang wu hu he ho ma
  sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto
  singh kaur kumar sharma patel gupta das devi ram rao reddy joshi mehta shah verma mishra yadav gurung tamang
  smith jones brown johnston taylor wilson davies davis evans thomas johnson roberts walker wright robinson thompson white hughes
  edwards green hall wood harris lewis martin jackson clarke clark turner hill cooper morris moore ward king watson baker
  harrison morgan young allen mitchell phillips campbell anderson miller nelson carter parker collins stewart bell murphy
  kelly cook rogers gray grey reed bailey ross russell cox howard hunter webb simpson stevens stone mason palmer shaw
  murray ford fox rose knight graham gibson butler barnes fisher price bennett foster gordon wells west burns long lane
  garcia rodriguez gonzalez hernandez fernandez lopez martinez martins perez sanchez ramirez torres flores rivera gomez
  diaz cruz reyes morales ortiz gutierrez chavez ramos ruiz alvarez mendoza mendez moreno castillo jimenez romero herrera
  medina aguilar vargas castro guzman munoz rojas salazar soto contreras ortega delgado santos santiago silva souza
  oliveira pereira ferreira costa carvalho almeida rodrigues lima gomes ribeiro alves vega molina navarro dominguez
  suarez blanco iglesias serrano marin salinas vasquez vazquez acosta leon garza pena rios campos luna ibanez
  mueller muller schmidt schneider fischer weber meyer meier maier wagner becker schulz schulze hoffmann koch bauer richter
  klein wolf schroeder neumann schwarz zimmermann braun krueger hofmann hartmann lange werner krause lehmann huber keller
  simon gruber berger frank vogel jansen janssen peters visser smit bakker
  bernard dubois durand moreau laurent lefebvre leroy roux fournier girard andre mercier dupont lambert bonnet martinet
  rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti deluca mancini rizzo
  lombardi moretti barbieri
  hansen johansen olsen larsen andersen pedersen nilsen kristiansen jensen karlsson karlsen nielsen christensen rasmussen
  johansson nilsson eriksson larsson olsson persson svensson gustafsson pettersson korhonen virtanen makinen nieminen
  rahmani husseini husayni islam islami marouf maroufi bari akhtar khatun begum miah hossain yasin yaseen akter rahimov aliyev
  aliev guliyev ismailov mammadov ivanovna popa popova nikolaeva nikolaev ilyich amari ammar
  mejia estrada sandoval guerrero nunez alvarado maldonado figueroa padilla juarez avila cervantes espinoza espinosa cabrera
  fuentes marquez valdez valdes velasquez velazquez miranda rosales carrillo trujillo duran cortez cortes pacheco solis
  ayala calderon villarreal zamora ochoa cordova gimenez arias cardenas salas angel agustin alvaro vicente alfonso alfredo
  arturo armando enrique eduardo ernesto gustavo guillermo ignacio joaquin julio julian leonardo marcelo rodrigo rodolfo
  salvador tomas carolina gloria guadalupe beatriz patricia veronica alicia elizabeth benjamin wei min
  papadopoulos georgiou levy cohen mizrahi peretz katz friedman
`;

export const COMMON_NAMES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

/**
 * The most common of them: those shared by the most people in two sources, counted as a share of each. The sources are 32,000
 * names on the sanctions lists of the United Nations, the United States, the European Union, the United Kingdom, Canada and
 * Australia (2022 to 2026), and 43,000 names of members of parliaments (2015).
 */
export const MOST_COMMON_NAMES: ReadonlySet<string> = new Set(
  `
  ali muhammad mohammad mohamed ahmad ahmed mohammed ibrahim vladimir alexander maria jose sergey hassan kim
  aleksandr abdullah rahman andrey igor dmitry jean oleg john antonio hasan david omar mikhail andrei peter reza
  ivan carlos sergei abdallah viktor khan luis said gonzalez joseph rodriguez hamid paul salim jan martin pavel
  hussein manuel michael mustafa daniel juan mahmoud olga lopez victor jesus`
    .trim()
    .split(/\s+/),
);
