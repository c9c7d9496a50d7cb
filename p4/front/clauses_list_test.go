package front

// clauses are those of the P4-16 specification 1.2.5, from "P4 language definition"
// to "Annotations". Those behind a dash say nothing of which programs are right:
// they only hold others, or speak of the reasons, of a target or of what happens
// when a program runs.
const clauses = `
- 6 P4 language definition
- 6.1 Syntax and semantics
6.1.1 Grammar
- 6.1.2 Semantics and the P4 abstract machines
6.2 Preprocessing
6.3 P4 core library
6.4 Lexical constructs
6.4.1 Identifiers
6.4.2 Comments
- 6.4.3 Literal constants
6.4.3.1 Boolean literals
6.4.3.2 Integer literals
6.4.3.3 String literals
6.4.4 Optional trailing commas
- 6.5 Naming conventions
6.6 P4 programs
6.6.1 Scopes
- 6.6.2 Stateful elements
6.7 L-values
6.8 Calling convention: call by copy in/copy out
- 6.8.1 Justification
6.8.2 Optional parameters
6.9 Name resolution
6.10 Visibility
- 7 P4 data types
7.1 Base types
7.1.1 The void type
7.1.2 The error type
7.1.3 The match kind type
7.1.4 The Boolean type
7.1.5 Strings
7.1.6 Integers (signed and unsigned)
- 7.1.6.1 Portability
7.1.6.2 Unsigned integers (bit-strings)
7.1.6.3 Signed Integers
7.1.6.4 Dynamically-sized bit-strings
7.1.6.5 Arbitrary-precision integers
7.1.6.6 Integer literal types
7.2 Derived types
7.2.1 Enumeration types
7.2.2 Header types
7.2.3 Header stacks
7.2.4 Header unions
7.2.5 Struct types
7.2.6 Tuple types
7.2.7 List types
7.2.8 Type nesting rules
- 7.2.9 Synthesized data types
7.2.9.1 Set types
7.2.9.2 Function types
- 7.2.10 Extern types
7.2.10.1 Extern functions
7.2.10.2 Extern objects
7.2.10.2.1 Abstract methods
7.2.11 Type specialization
- 7.2.12 Parser and control blocks types
7.2.12.1 Parser type declarations
7.2.12.2 Control type declarations
7.2.13 Package types
7.2.14 Don't care types
7.3 Default values
7.4 Numeric types
7.5 typedef
7.6 Introducing new types
- 8 Expressions
- 8.1 Expression evaluation order
8.2 Operations on error types
8.3 Operations on enum types
8.4 Operations on match_kind types
8.5 Expressions on Booleans
8.5.1 Conditional operator
8.6 Operations on fixed-width bit types (unsigned integers)
8.7 Operations on fixed-width signed integers
8.8 Operations on arbitrary-precision integers
- 8.9 Concatenation and shifts
8.9.1 Concatenation
8.9.2 A note about shifts
8.10 Operations on variable-size bit types
- 8.11 Casts
8.11.1 Explicit casts
8.11.2 Implicit casts
8.11.3 Illegal arithmetic expressions
8.12 Operations on tuple expressions
8.13 Operations on structure-valued expressions
8.14 Operations on lists
8.15 Operations on sets
8.15.1 Singleton sets
8.15.2 The universal set
8.15.3 Masks
8.15.4 Ranges
8.15.5 Products
8.16 Operations on struct types
8.17 Operations on headers
8.18 Operations on header stacks
8.18.1 Header stack expressions
8.19 Operations on header unions
8.20 Method invocations and function calls
8.21 Constructor invocations
8.22 Operations on extern objects
8.23 Operations on types introduced by type
8.24 Operations on types that are type variables
8.25 Reading uninitialized values and writing fields of invalid headers
8.26 Initializing with default values
9 Compile-time size determination
10 Function declarations
- 11 Constants and variable declarations
11.1 Constants
11.2 Variables
11.3 Instantiations
11.3.1 Instantiating objects with abstract methods
11.3.2 Restrictions on top-level instantiations
12 Statements
12.1 Assignment statement
12.2 Empty statement
12.3 Block statement
12.4 Return statement
12.5 Exit statement
12.6 Conditional statement
12.7 Switch statement
12.7.1 Switch statement with action_run expression
12.7.2 Switch statement with integer or enumerated type expression
12.7.3 Notes common to all switch statements
13 Packet parsing
13.1 Parser states
13.2 Parser declarations
- 13.3 The Parser abstract machine
13.4 Parser states
13.5 Transition statements
13.6 Select expressions
13.7 verify
13.8 Data extraction
13.8.1 Fixed-width extraction
13.8.2 Variable-width extraction
13.8.3 Lookahead
13.8.4 Skipping bits
13.9 Header stacks
13.10 Sub-parsers
13.11 Parser Value Sets
14 Control blocks
14.1 Actions
14.1.1 Invoking actions
14.2 Tables
14.2.1 Table properties
14.2.1.1 Keys
14.2.1.2 Actions
14.2.1.3 Default action
14.2.1.4 Entries
14.2.1.4.1 Entry priorities
14.2.1.5 Size
14.2.1.6 Additional properties
14.2.2 Match-action unit invocation
- 14.2.3 Match-action unit execution semantics
- 14.3 The Match-Action Pipeline Abstract Machine
14.4 Invoking controls
15 Parameterization
15.1 Direct type invocation
16 Deparsing
16.1 Data insertion into packets
17 Architecture description
- 17.1 Example architecture description
- 17.2 Example architecture program
- 17.3 A Packet Filter Model
- 18 P4 abstract machine: Evaluation
18.1 Compile-time known and local compile-time known values
18.2 Compile-time Evaluation
18.3 Control plane names
18.3.1 Computing control-plane names
18.3.1.1 Value sets
18.3.1.2 Tables
18.3.1.3 Keys
18.3.1.4 Actions
18.3.1.5 Instances
18.3.2 Annotations controlling naming
- 18.3.3 Recommendations
- 18.4 Dynamic evaluation
- 18.4.1 Concurrency model
19 Static assertions
20 Annotations
20.1 Bodies of Unstructured Annotations
20.2 Bodies of Structured Annotations
20.2.1 Structured Annotation Examples
- 20.3 Predefined annotations
20.3.1 Optional parameter annotations
20.3.2 Annotations on the table action list
20.3.3 Control-plane API annotations
20.3.3.1 Restrictions
20.3.4 Concurrency control annotations
20.3.5 Value set annotations
20.3.6 Extern function/method annotations
20.3.7 Deprecated annotation
20.3.8 No warnings annotation
20.4 Target-specific annotations
`
